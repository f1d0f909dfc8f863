import axe from 'axe-core';

/**
 * What axe finds wrong with the document: serious and critical violations, as where screens are walked. Colours are left
 * to that walk: jsdom lays nothing out. So is the title, which comes with the file of the app.
 */
export async function readAloud(): Promise<string[]> {
  const { violations } = await axe.run(document, {
    resultTypes: ['violations'],
    rules: { 'color-contrast': { enabled: false }, 'document-title': { enabled: false } },
  });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
