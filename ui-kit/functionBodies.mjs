// Functions whose bodies do not fit a screen. Biome leaves out the lines of a text in JSX; here all are counted.
import ts from 'typescript';

/** Most lines between the braces of a function. */
export const MAX_LINES = 80;

/** @param {string} file @param {string} text */
function sourceOf(file, text) {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
}

/**
 * Of each function that is too long the line where it begins, its name and its lines.
 *
 * @param {string} file
 * @param {string} text
 */
export function longFunctions(file, text) {
  const source = sourceOf(file, text);
  /** @type {{ line: number, name: string, lines: number }[]} */
  const found = [];
  /** @param {number} place */
  const lineAt = (place) => source.getLineAndCharacterOfPosition(place).line;
  /** @param {ts.Node} node */
  const look = (node) => {
    const body = ts.isFunctionLike(node) && 'body' in node ? node.body : undefined;
    if (body !== undefined && ts.isBlock(body)) {
      const lines = lineAt(body.end) - lineAt(body.getStart()) - 1;
      const name = 'name' in node && node.name !== undefined ? node.name.getText() : 'a function';
      if (lines > MAX_LINES) found.push({ line: lineAt(node.getStart()) + 1, name, lines });
    }
    ts.forEachChild(node, look);
  };
  look(source);
  return found;
}

for (const lines of [MAX_LINES, MAX_LINES + 1]) {
  const text = `function Page() {\n  return <p>\n${'word\n'.repeat(lines - 2)}  </p>;\n}\n`;
  const isLong = longFunctions('Page.tsx', text).length === 1;
  if (isLong !== lines > MAX_LINES) throw new Error(`counted wrongly: ${lines} lines`);
}
