import { saveFile } from './saveFile';

/** Dots of a PNG for one pixel of the page: sharp in print. */
const DENSITY = 2;
const SVG_TYPE = 'image/svg+xml';
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** The text of a picture, a file of its own. */
const svgFileText = (picture: SVGSVGElement) =>
  HEAD + new XMLSerializer().serializeToString(picture);

/** Hands a picture to the browser as a file of lines. */
export function saveSvg(picture: SVGSVGElement, name: string) {
  saveFile(new Blob([svgFileText(picture)], { type: `${SVG_TYPE};charset=utf-8` }), `${name}.svg`);
}

/** Hands a picture to the browser as a file of dots. */
export async function savePng(picture: SVGSVGElement, name: string) {
  saveFile(await pngOf(picture), `${name}.png`);
}

async function pngOf(picture: SVGSVGElement): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svgFileText(picture)], { type: SVG_TYPE }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth * DENSITY;
    canvas.height = image.naturalHeight * DENSITY;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await blobOf(canvas);
  } finally {
    URL.revokeObjectURL(address);
  }
}

function blobOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('the browser made no picture of the canvas'));
      else resolve(blob);
    }, 'image/png');
  });
}
