/**
 * Draws the isometric city of the sign-in page (src/assets/city.svg). Run by hand after changing the drawing:
 * node scripts/draw-city.mjs
 * The drawing itself is taken over from the design mock-up and kept in its compact form.
 */
import { writeFileSync } from 'node:fs';
import icons from '@ant-design/icons-svg';

const { BankOutlined, FundOutlined, SolutionOutlined, WalletOutlined } = icons;

/** Outline of an icon as [viewBox, markup]. */
function outline(definition) {
  const { attrs, children } = definition.icon;
  return [attrs.viewBox, children.map((c) => `<path d="${c.attrs.d}"/>`).join('')];
}

const ICONS = {
  fund: outline(FundOutlined),
  bank: outline(BankOutlined),
  solution: outline(SolutionOutlined),
  wallet: outline(WalletOutlined),
};

/* isometric city */
const K = 20.4,
  OX = 400,
  OY = 336;
const iso = (x, y, z) => [OX + (x - y) * K * 0.866, OY + (x + y) * K * 0.5 - z * K];
const P = (a) =>
  a
    .map((p) =>
      iso(...p)
        .map((v) => v.toFixed(1))
        .join(),
    )
    .join(' ');
const poly = (a, f, x = '') => `<polygon points="${P(a)}" fill="${f}" ${x}/>`;
const seg = (a, b, c, w = 1, x = '') => {
  const p = iso(...a),
    q = iso(...b);
  return `<line x1="${p[0]}" y1="${p[1]}" x2="${q[0]}" y2="${q[1]}" stroke="${c}" stroke-width="${w}" ${x}/>`;
};
function box(x, y, z, w, d, h, c) {
  return (
    poly(
      [
        [x, y, z + h],
        [x + w, y, z + h],
        [x + w, y + d, z + h],
        [x, y + d, z + h],
      ],
      c[0],
    ) +
    poly(
      [
        [x, y + d, z],
        [x + w, y + d, z],
        [x + w, y + d, z + h],
        [x, y + d, z + h],
      ],
      c[1],
    ) +
    poly(
      [
        [x + w, y, z],
        [x + w, y + d, z],
        [x + w, y + d, z + h],
        [x + w, y, z + h],
      ],
      c[2],
    )
  );
}
/* windows on left face (y=y0, along x) / right face (x=x0, along y) */
function winL(x, y, z, w, h, nx, nz, c, lit = () => 0, pad = 0.28) {
  let o = '';
  const cw = w / nx,
    chh = h / nz;
  for (let i = 0; i < nx; i++)
    for (let k = 0; k < nz; k++) {
      const a = x + i * cw + cw * pad,
        b = x + (i + 1) * cw - cw * pad,
        m = z + k * chh + chh * 0.3,
        n = z + (k + 1) * chh - chh * 0.25;
      o += poly(
        [
          [a, y, m],
          [b, y, m],
          [b, y, n],
          [a, y, n],
        ],
        lit(i, k) ? '#F2C26B' : c,
      );
    }
  return o;
}
function winR(x, y, z, d, h, ny, nz, c, lit = () => 0, pad = 0.28) {
  let o = '';
  const cw = d / ny,
    chh = h / nz;
  for (let i = 0; i < ny; i++)
    for (let k = 0; k < nz; k++) {
      const a = y + i * cw + cw * pad,
        b = y + (i + 1) * cw - cw * pad,
        m = z + k * chh + chh * 0.3,
        n = z + (k + 1) * chh - chh * 0.25;
      o += poly(
        [
          [x, a, m],
          [x, b, m],
          [x, b, n],
          [x, a, n],
        ],
        lit(i, k) ? '#F2C26B' : c,
      );
    }
  return o;
}
const C = {
  a: ['#F7FAFE', '#BBD0EA', '#98B5D9'],
  b: ['#DCE8F6', '#6F9BD0', '#5482BC'],
  c: ['#EAF1FA', '#8FB1DC', '#729acd'],
  d: ['#C9DBF1', '#2F6CB8', '#255A9E'],
  e: ['#FFFFFF', '#D3E0F0', '#B7CBE4'],
  g: ['#D5E6DF', '#8DB8A7', '#74A391'],
};
let s = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="900" viewBox="0 0 800 900"><defs><linearGradient id="fd" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#E9F0F9" stop-opacity="0"/><stop offset="1" stop-color="#E9F0F9"/></linearGradient></defs>`;
/* ground grid */
for (let i = -14; i <= 32; i++) {
  s += seg([i, -14, 0], [i, 32, 0], '#DFE8F4', 1) + seg([-14, i, 0], [32, i, 0], '#DFE8F4', 1);
}
/* plots */
const plot = (x, y, w, d) =>
  poly(
    [
      [x, y, 0],
      [x + w, y, 0],
      [x + w, y + d, 0],
      [x, y + d, 0],
    ],
    '#F4F8FD',
  ) +
  poly(
    [
      [x, y + d, 0],
      [x + w, y + d, 0],
      [x + w, y + d, -0.18],
      [x, y + d, -0.18],
    ],
    '#C6D6EA',
  ) +
  poly(
    [
      [x + w, y, 0],
      [x + w, y + d, 0],
      [x + w, y + d, -0.18],
      [x + w, y, -0.18],
    ],
    '#B3C7E0',
  );
s +=
  poly(
    [
      [-1.2, -1.2, -0.18],
      [19.2, -1.2, -0.18],
      [19.2, 19.2, -0.18],
      [-1.2, 19.2, -0.18],
    ],
    '#DCE7F4',
  ) +
  poly(
    [
      [-1.2, 19.2, -0.18],
      [19.2, 19.2, -0.18],
      [19.2, 19.2, -0.5],
      [-1.2, 19.2, -0.5],
    ],
    '#BFD0E6',
  ) +
  poly(
    [
      [19.2, -1.2, -0.18],
      [19.2, 19.2, -0.18],
      [19.2, 19.2, -0.5],
      [19.2, -1.2, -0.5],
    ],
    '#AFC3DD',
  );
const tree = (x, y, h = 0.9) => {
  const p = iso(x, y, 0),
    q = iso(x, y, h);
  return `<line x1="${p[0]}" y1="${p[1]}" x2="${q[0]}" y2="${q[1]}" stroke="#7E9C8F" stroke-width="1.6"/><ellipse cx="${q[0]}" cy="${q[1] - 4}" rx="5.5" ry="8" fill="#8DB8A7"/><path d="M${q[0]} ${q[1] - 12}a5.5 8 0 0 1 0 16z" fill="#74A391"/>`;
};
/* order: back to front (x+y) */
s += plot(0, 0, 8.4, 8.4) + plot(9.6, 0, 8.4, 8.4) + plot(0, 9.6, 8.4, 8.4) + plot(9.6, 9.6, 8.4, 8.4);
/* plot 1 (back): office towers */
s +=
  box(0.8, 0.8, 0, 2.8, 2.8, 9.5, C.b) +
  winL(0.8, 3.6, 0.3, 2.8, 9, 4, 12, '#8FB4E2', (i, k) => (i * 5 + k * 3) % 11 === 0, 0.16) +
  winR(3.6, 0.8, 0.3, 2.8, 9, 4, 12, '#41699f', (i, k) => (i * 7 + k * 5) % 13 === 2, 0.16);
s +=
  box(4.9, 0.9, 0, 2.6, 2.6, 6.6, C.a) +
  winL(4.9, 3.5, 0.3, 2.6, 6.1, 4, 9, '#DDE9F7', (i, k) => (i * 3 + k) % 9 === 4, 0.16) +
  winR(7.5, 0.9, 0.3, 2.6, 6.1, 4, 9, '#7FA2CF', (i, k) => (i + k * 4) % 10 === 3, 0.16);
s +=
  box(1.2, 5, 0, 6, 2.2, 2.2, C.e) +
  winL(1.2, 7.2, 0.2, 6, 1.8, 9, 3, '#8FB1DC', (i, k) => (i * 3 + k * 7) % 8 === 1, 0.18) +
  winR(7.2, 5, 0.2, 2.2, 1.8, 3, 3, '#86A8D2', () => 0, 0.18);
/* plot 2 (right): factory with sawtooth */
const fx = 10.3,
  fy = 0.9,
  fw = 7,
  fd = 5.4,
  fh = 1.9;
s += box(fx, fy, 0, fw, fd, fh, C.c);
for (let i = 0; i < 5; i++) {
  const x0 = fx + (i * fw) / 5,
    x1 = fx + ((i + 1) * fw) / 5;
  s +=
    poly(
      [
        [x0, fy, fh],
        [x0, fy + fd, fh],
        [x0, fy + fd, fh + 1.15],
        [x0, fy, fh + 1.15],
      ],
      '#5482BC',
    ) +
    poly(
      [
        [x0, fy, fh + 1.15],
        [x0, fy + fd, fh + 1.15],
        [x1, fy + fd, fh],
        [x1, fy, fh],
      ],
      '#F7FAFE',
    ) +
    poly(
      [
        [x0, fy + fd, fh],
        [x1, fy + fd, fh],
        [x0, fy + fd, fh + 1.15],
      ],
      '#A9C3E4',
    );
}
s +=
  winL(fx, fy + fd, 0.5, fw, 1.1, 10, 1, '#E6EFFA', (i) => i === 3 || i === 7, 0.14) +
  winR(fx + fw, fy, 0.5, fd, 1.1, 6, 1, '#4F78AF', () => 0, 0.14);
s += box(16.3, 1.2, 0, 0.55, 0.55, 5.2, C.d) + box(15.2, 1.2, 0, 0.55, 0.55, 4.3, C.d);
s += box(10.5, 7, 0, 1.5, 0.9, 0.9, C.g) + box(12.4, 7, 0, 1.5, 0.9, 0.9, C.b) + box(14.3, 7, 0, 1.5, 0.9, 0.9, C.g);
/* plot 3 (left): warehouses with arched roof */
for (let j = 0; j < 3; j++) {
  const y0 = 10.3 + j * 2.5;
  const x0 = 0.8,
    w = 6.6,
    d = 1.9,
    h = 1.1;
  s += box(x0, y0, 0, w, d, h, C.e);
  const n = 8;
  for (let k = 0; k < n; k++) {
    const t0 = (Math.PI * k) / n,
      t1 = (Math.PI * (k + 1)) / n;
    const Y = (t) => y0 + d / 2 - (Math.cos(t) * d) / 2,
      Z = (t) => h + Math.sin(t) * 0.75;
    s += poly(
      [
        [x0, Y(t0), Z(t0)],
        [x0 + w, Y(t0), Z(t0)],
        [x0 + w, Y(t1), Z(t1)],
        [x0, Y(t1), Z(t1)],
      ],
      ['#F9FBFE', '#F1F6FC', '#E6EEF8', '#D9E5F4', '#C7D8EE', '#B2C8E6', '#9DB8DD', '#8BA9D3'][k],
    );
  }
  const pts = [];
  for (let k = 0; k <= n; k++) {
    const t = (Math.PI * k) / n;
    pts.push([x0 + w, y0 + d / 2 - (Math.cos(t) * d) / 2, h + Math.sin(t) * 0.75]);
  }
  s += poly(pts, '#B7CBE4');
  s += poly(
    [
      [x0 + w, y0 + 0.5, 0],
      [x0 + w, y0 + 1.4, 0],
      [x0 + w, y0 + 1.4, 0.85],
      [x0 + w, y0 + 0.5, 0.85],
    ],
    '#5482BC',
  );
  for (let q = 0; q < 4; q++)
    s += poly(
      [
        [x0 + 0.6 + q * 1.5, y0 + d, 0.1],
        [x0 + 1.4 + q * 1.5, y0 + d, 0.1],
        [x0 + 1.4 + q * 1.5, y0 + d, 0.75],
        [x0 + 0.6 + q * 1.5, y0 + d, 0.75],
      ],
      '#8FB1DC',
    );
}
/* plot 4 (front): shops around court */
s +=
  box(10.2, 10.2, 0, 2.2, 6.9, 1.7, C.c) +
  winR(12.4, 10.2, 0.1, 6.9, 1.1, 6, 1, '#F4D79B', () => 0, 0.12) +
  poly(
    [
      [12.4, 10.2, 1.25],
      [12.4, 17.1, 1.25],
      [12.95, 17.1, 1.05],
      [12.95, 10.2, 1.05],
    ],
    '#D58A5A',
  ) +
  winL(10.2, 17.1, 0.1, 2.2, 1.1, 2, 1, '#F4D79B', () => 0, 0.14);
s +=
  box(13.6, 10.2, 0, 3.9, 2.1, 1.7, C.a) +
  winL(13.6, 12.3, 0.1, 3.9, 1.1, 4, 1, '#F4D79B', () => 0, 0.12) +
  poly(
    [
      [13.6, 12.3, 1.25],
      [17.5, 12.3, 1.25],
      [17.5, 12.85, 1.05],
      [13.6, 12.85, 1.05],
    ],
    '#2F7BE0',
  ) +
  winR(17.5, 10.2, 0.2, 2.1, 1.2, 2, 1, '#7FA2CF');
s +=
  box(14.6, 14.2, 0, 2.7, 2.7, 3.6, C.d) +
  winL(14.6, 16.9, 0.2, 2.7, 3.2, 3, 5, '#7FA9DE', (i, k) => (i + k * 2) % 5 === 1, 0.16) +
  winR(17.3, 14.2, 0.2, 2.7, 3.2, 3, 5, '#5C8AC6', (i, k) => (i * 2 + k) % 6 === 4, 0.16);
[
  [8.9, 2],
  [8.9, 4],
  [8.9, 6],
  [2, 8.9],
  [4, 8.9],
  [6, 8.9],
  [8.9, 11.5],
  [8.9, 13.5],
  [8.9, 15.5],
  [11.5, 8.9],
  [13.5, 8.9],
  [15.5, 8.9],
  [13.3, 16.8],
  [17.9, 13.4],
].forEach((t) => {
  s += tree(...t, 0.55);
});
/* data lines rising */
const node = (x, y, z, c, ic) => {
  const p = iso(x, y, z);
  return `<g><circle cx="${p[0]}" cy="${p[1]}" r="15" fill="#fff" stroke="#C3D4EA"/><svg x="${p[0] - 8}" y="${p[1] - 8}" width="16" height="16" viewBox="${ICONS[ic][0]}" fill="${c}">${ICONS[ic][1]}</svg></g>`;
};
const pole = (x, y, z0, z1) => seg([x, y, z0], [x, y, z1], '#7E9CC6', 1.2, 'stroke-dasharray="3 4"');
s +=
  pole(2.2, 2.2, 9.5, 11.3) +
  node(2.2, 2.2, 11.9, '#0A6BCB', 'fund') +
  pole(13.8, 3.6, 3.2, 6.6) +
  node(13.8, 3.6, 7.2, '#0A6BCB', 'bank') +
  pole(4, 13.8, 1.9, 5.6) +
  node(4, 13.8, 6.2, '#0A6BCB', 'solution') +
  pole(16, 15.5, 3.6, 6) +
  node(16, 15.5, 6.6, '#0A6BCB', 'wallet');
s += '<rect y="700" width="800" height="200" fill="url(#fd)"/></svg>';

writeFileSync(new URL('../src/assets/city.svg', import.meta.url), s);
