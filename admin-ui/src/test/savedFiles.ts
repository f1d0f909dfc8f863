import { onTestFinished, vi } from 'vitest';

/** Files that the page hands to the browser from now on until the test ends. */
export function catchFiles(): { content: Blob; name: string }[] {
  const files: { content: Blob; name: string }[] = [];
  let content = new Blob();
  URL.createObjectURL = (made) => {
    content = made as Blob;
    return 'blob:file';
  };
  URL.revokeObjectURL = () => {};
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click');
  click.mockImplementation(function (this: HTMLAnchorElement) {
    files.push({ content, name: this.download });
  });
  onTestFinished(() => click.mockRestore());
  return files;
}

/** The lines of a saved table. */
export const linesOf = async (content: Blob | undefined) =>
  ((await content?.text()) ?? '').replace('\u{feff}', '').trimEnd().split('\r\n');
