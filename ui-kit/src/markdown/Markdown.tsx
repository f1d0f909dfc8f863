import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { textSize, textStyle } from '../tokens';
import { isForeign, linkTarget, pictureSource } from './addresses';

const PLUGINS = [remarkGfm];

/** The title of the page stands above: the first heading of a text is the second of the page. */
const COMPONENTS: Components = {
  h1: ({ children }) => <h2>{children}</h2>,
  h2: ({ children }) => <h3>{children}</h3>,
  h3: ({ children }) => <h4>{children}</h4>,
  h4: ({ children }) => <h5>{children}</h5>,
  h5: ({ children }) => <h6>{children}</h6>,
  a: ({ href, children }) =>
    href ? (
      <Link
        href={href}
        {...(isForeign(href) ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
      >
        {children}
      </Link>
    ) : (
      <span>{children}</span>
    ),
  img: ({ src, alt }) =>
    typeof src === 'string' && src !== '' ? (
      <img src={src} alt={alt ?? ''} loading="lazy" />
    ) : (
      <span>{alt}</span>
    ),
  // Whatever is wider than the text scrolls by itself, also by keys.
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <div className="wide" tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
  pre: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <pre tabIndex={0}>{children}</pre>
  ),
};

const LOOK = {
  overflowWrap: 'anywhere',
  lineHeight: 1.75,
  '& > :first-of-type': { mt: 0 },
  '& > :last-child': { mb: 0 },
  '& h2': { ...textStyle.section, fontWeight: 600, mt: 3, mb: 1 },
  '& h3': { ...textStyle.part, fontWeight: 600, mt: 2.5, mb: 1 },
  '& h4, & h5, & h6': { fontSize: textSize.reading, fontWeight: 600, mt: 2, mb: 0.5 },
  '& p': { my: 1.5 },
  '& ul, & ol': { my: 1.5, pl: 3 },
  '& li': { my: 0.5 },
  '& img': { display: 'block', maxWidth: '100%', height: 'auto', borderRadius: 1, my: 1.5 },
  '& blockquote': {
    mx: 0,
    my: 1.5,
    pl: 2,
    borderLeft: 3,
    borderColor: 'divider',
    color: 'text.secondary',
  },
  '& code': { fontFamily: 'monospace', bgcolor: 'action.hover', px: 0.5, borderRadius: 0.5 },
  '& pre': {
    overflowX: 'auto',
    p: 1.5,
    border: 1,
    borderColor: 'divider',
    borderRadius: 1,
    '& code': { bgcolor: 'transparent', p: 0 },
  },
  '& .wide': { overflowX: 'auto', my: 1.5 },
  '& table': { borderCollapse: 'collapse' },
  '& th, & td': { border: 1, borderColor: 'divider', px: 1.5, py: 0.75, textAlign: 'left' },
  '& th': { bgcolor: 'action.hover', fontWeight: 600 },
  '& hr': { border: 0, borderTop: 1, borderColor: 'divider', my: 3 },
  '& li > input': { mr: 1 },
} as const;

/** A published text. What somebody wrote as HTML stays text; links and pictures lead only where they may. */
export default function Markdown({ text }: { text: string }) {
  return (
    <Box sx={LOOK}>
      <ReactMarkdown
        components={COMPONENTS}
        remarkPlugins={PLUGINS}
        urlTransform={(url, key) => (key === 'src' ? pictureSource(url) : linkTarget(url))}
      >
        {text}
      </ReactMarkdown>
    </Box>
  );
}
