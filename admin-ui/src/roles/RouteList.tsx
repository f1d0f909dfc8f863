import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import HighlightOff from '@mui/icons-material/HighlightOff';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type Permission, type RolePreview, useMessages } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { routeOf } from './operations/call';
import { useOperationName } from './operations/useOperationName';

type Route = RolePreview['routes'][number];

/** Routes, and with them the buttons that call them, which one permission or another opens. */
interface Ability {
  needs: readonly Permission[];
  open: boolean;
  routes: Route[];
}

/** Routes by what they need, in the order of the routes; those that every account opens are none. */
function abilitiesOf(routes: readonly Route[]): Ability[] {
  const abilities = new Map<string, Ability>();
  for (const route of routes.filter(({ needs }) => needs.length > 0)) {
    const key = route.needs.join(' ');
    const ability = abilities.get(key) ?? { needs: route.needs, open: route.open, routes: [] };
    ability.routes.push(route);
    abilities.set(key, ability);
  }
  return [...abilities.values()];
}

/** Which routes and buttons open, and which stay closed; unfolded on demand. */
export function RouteList({ routes }: { routes: readonly Route[] }) {
  const { roles: m } = useAdminMessages();
  const nameOf = useOperationName();
  const abilities = abilitiesOf(routes);
  const guarded = abilities.flatMap((ability) => ability.routes);
  const open = guarded.filter((route) => route.open).length;
  return (
    <Box component="details" sx={{ '& > summary': { cursor: 'pointer' } }}>
      <Typography component="summary" variant="body2">
        {m.routes(open, guarded.length - open)}
      </Typography>
      <Typography variant="caption" color="textSecondary" component="p" sx={{ my: 0.5 }}>
        {m.routesHint(routes.length - guarded.length)}
      </Typography>
      {abilities.map((ability) => (
        <AbilityLine key={ability.needs.join(' ')} ability={ability} nameOf={nameOf} />
      ))}
    </Box>
  );
}

interface AbilityLineProps {
  ability: Ability;
  nameOf: (route: Route) => string | undefined;
}

function AbilityLine({ ability: { needs, open, routes }, nameOf }: AbilityLineProps) {
  const { permission } = useMessages();
  const { roles: m } = useAdminMessages();
  return (
    <Box sx={{ py: 0.75, borderTop: 1, borderColor: 'divider' }}>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center' }}>
        {open ? (
          <CheckCircleOutlined fontSize="small" color="success" titleAccess={m.allowed} />
        ) : (
          <HighlightOff fontSize="small" color="disabled" titleAccess={m.notAllowed} />
        )}
        <Typography variant="body2">
          {needs.map((code) => permission[code]).join(m.orElse)}
        </Typography>
      </Stack>
      <Box component="ul" sx={{ m: 0, pl: 3.5, listStyle: 'none', overflowWrap: 'anywhere' }}>
        {routes.map((route) => (
          <RouteLine key={routeOf(route)} name={nameOf(route)} route={routeOf(route)} />
        ))}
      </Box>
    </Box>
  );
}

interface RouteLineProps {
  /** Undefined where it has none. */
  name: string | undefined;
  route: string;
}

/** What the screens call it, and beside it the call as programmers write it. */
function RouteLine({ name, route }: RouteLineProps) {
  return (
    <Box component="li" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1 }}>
      {name !== undefined && (
        <Typography variant="body2" component="span">
          {name}
        </Typography>
      )}
      <Typography variant="caption" color="textSecondary" component="code">
        {route}
      </Typography>
    </Box>
  );
}
