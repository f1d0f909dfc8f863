import Close from '@mui/icons-material/Close';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TablePagination from '@mui/material/TablePagination';
import TableRow from '@mui/material/TableRow';
import {
  CatalogueOnlyMark,
  Clamped,
  formatDate,
  formatSceneSize,
  type Scene,
  useInstrumentNames,
  useMessages,
} from '@scenedock/ui-kit';
import { useState } from 'react';
import { WIDE_COLUMN } from '../parts/wideColumn';
import { SceneThumb } from '../scene/SceneThumb';

const PAGE_SIZE = 20;

type Props = { scenes: Scene[]; onRemove: (dataId: string) => void };

/** The scenes of an application; any may be taken out. */
export function OrderedScenes({ scenes, onRemove }: Props) {
  const m = useMessages();
  const instruments = useInstrumentNames();
  const [requestedPage, setPage] = useState(0);
  const page = Math.min(requestedPage, Math.max(0, Math.ceil(scenes.length / PAGE_SIZE) - 1));
  return (
    <TableContainer>
      <Table aria-label={m.form.data}>
        <TableHead>
          <TableRow>
            <TableCell>{m.scene.dataname}</TableCell>
            <TableCell sx={WIDE_COLUMN}>{m.scene.datatype}</TableCell>
            <TableCell sx={WIDE_COLUMN}>{m.scene.satelite}</TableCell>
            <TableCell sx={WIDE_COLUMN}>{m.scene.scenedate}</TableCell>
            <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
              {m.scene.datasize}
            </TableCell>
            <TableCell align="right">{m.common.operations}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {scenes.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE).map((scene) => (
            <TableRow key={scene.dataid} hover>
              <TableCell sx={{ overflowWrap: 'anywhere', py: 0.5 }}>
                <Stack direction="row" sx={{ gap: 1, alignItems: 'center' }}>
                  <SceneThumb scene={scene} size={34} />
                  <div>
                    <Clamped text={scene.dataname} />
                    <CatalogueOnlyMark scene={scene} />
                  </div>
                </Stack>
              </TableCell>
              <TableCell sx={WIDE_COLUMN}>{m.dataType[scene.datatype] ?? '-'}</TableCell>
              <TableCell sx={WIDE_COLUMN}>{instruments.satellite(scene.satelite) || '-'}</TableCell>
              <TableCell sx={WIDE_COLUMN}>{formatDate(scene.scenedate)}</TableCell>
              <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                {formatSceneSize(scene.datasize, m.scene.sizeUnknown)}
              </TableCell>
              <TableCell align="right">
                <IconButton
                  aria-label={`${m.form.removeScene} ${scene.dataname}`}
                  onClick={() => onRemove(scene.dataid)}
                >
                  <Close fontSize="small" />
                </IconButton>
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {scenes.length > PAGE_SIZE ? (
        <TablePagination
          component="div"
          count={scenes.length}
          page={page}
          rowsPerPage={PAGE_SIZE}
          rowsPerPageOptions={[PAGE_SIZE]}
          onPageChange={(_, next) => setPage(next)}
        />
      ) : null}
    </TableContainer>
  );
}
