import Box from '@mui/material/Box';
import Link, { type LinkProps } from '@mui/material/Link';
import Tooltip from '@mui/material/Tooltip';
import {
  type ElementType,
  type Ref,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { textSize } from '../tokens';

/** A number of lines, or one for phones (`xs`) and one for wider screens (`sm`). */
type Lines = number | { xs: number; sm: number };

/** The text as a link or a button: then that is what the keyboard stops at. */
type AsLink = Omit<LinkProps, 'children' | 'ref' | 'sx'> & {
  component?: ElementType;
  to?: string;
  state?: unknown;
  download?: boolean | string;
};

type Props = {
  text: string;
  lines?: Lines;
  /** Widest, in pixels; as wide as its place when left out. */
  maxWidth?: number;
  link?: AsLink;
  /** Inside a link or a button: the keyboard stops at that. */
  inert?: boolean;
};

/** Whether the text is taller than its lines are. */
function useCut(text: string) {
  const element = useRef<HTMLElement>(null);
  const [cut, setCut] = useState(false);
  useLayoutEffect(() => {
    const own = element.current;
    if (own === null || text === '') return;
    const look = () => setCut(own.scrollHeight > own.clientHeight + 1);
    look();
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(look);
    observer.observe(own);
    return () => observer.disconnect();
  }, [text]);
  return { element, cut };
}

/** Whether all of the text is shown: under the pointer, and while what it stands in has the focus of the keyboard. */
function useWhole(element: RefObject<HTMLElement | null>, inert: boolean) {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const control = inert ? element.current?.closest<HTMLElement>('a, button') : null;
    if (!control) return;
    const focused = () => setOpen(control.matches(':focus-visible'));
    const left = () => setOpen(false);
    control.addEventListener('focus', focused);
    control.addEventListener('blur', left);
    return () => {
      control.removeEventListener('focus', focused);
      control.removeEventListener('blur', left);
    };
  }, [element, inert]);
  return { open, onOpen: () => setOpen(true), onClose: () => setOpen(false) };
}

/**
 * The first lines of a text that may be long. Where something is cut off, the pointer and the keyboard show all of it;
 * screen readers read all of it in any case.
 */
export function Clamped({ text, lines = 2, maxWidth, link, inert = false }: Props) {
  const { element, cut } = useCut(text);
  const whole = useWhole(element, inert);
  const sx = {
    display: '-webkit-box',
    WebkitLineClamp: lines,
    WebkitBoxOrient: 'vertical',
    overflow: 'hidden',
    overflowWrap: 'anywhere',
    textAlign: 'inherit',
    whiteSpace: 'normal',
    maxWidth,
  } as const;
  return (
    <Tooltip {...whole} title={cut ? text : ''} describeChild slotProps={{ tooltip: { sx: LONG } }}>
      {link === undefined ? (
        <Box ref={element} component="span" tabIndex={cut && !inert ? 0 : undefined} sx={sx}>
          {text}
        </Box>
      ) : (
        <Link ref={element as Ref<HTMLAnchorElement>} {...link} sx={sx}>
          {text}
        </Link>
      )}
    </Tooltip>
  );
}

const LONG = { maxWidth: 480, overflowWrap: 'anywhere', fontSize: textSize.body } as const;
