/** Oblique lines on a ground: what is not real yet, told apart without its colour. */
export function hatch(line: string, ground: string): string | { image: HTMLCanvasElement; repeat: 'repeat' } {
  const size = 8;
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  const pen = canvas.getContext('2d');
  if (!pen) return ground;
  pen.fillStyle = ground;
  pen.fillRect(0, 0, size, size);
  pen.strokeStyle = line;
  pen.lineWidth = 1.6;
  pen.beginPath();
  for (const shift of [-size, 0, size]) {
    pen.moveTo(shift, size);
    pen.lineTo(shift + size, 0);
  }
  pen.stroke();
  return { image: canvas, repeat: 'repeat' };
}
