// Builds an animated PNG from a browser's PNGs. A frame after the first has only the rectangle that
// changed, and in it only the changed pixels: the others are transparent (PNG 3.0, section 11.3.6).

import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Bytes of a pixel: red, green, blue, opacity. */
const PIXEL = 4;
const TRUECOLOUR = 2;
const TRUECOLOUR_WITH_ALPHA = 6;
/** How a frame is put on the one before (`blend_op`). */
const BLEND_OVER = 1;

/**
 * @typedef {{ width: number, height: number, pixels: Buffer }} Picture Rows of red, green, blue, opacity.
 * @typedef {{ x: number, y: number, width: number, height: number }} Area
 */

/**
 * The animation, which repeats for ever.
 *
 * @param {{ png: Buffer, milliseconds: number }[]} frames Opaque pictures of one size.
 */
export function animate(frames) {
  const pictures = frames.map(({ png }) => decode(png));
  const [first] = pictures;
  const moments = [];
  for (const [index, picture] of pictures.entries()) {
    if (picture.width !== first.width || picture.height !== first.height) {
      throw new Error('the frames of an animation have one size');
    }
    const { milliseconds } = frames[index];
    const area = index === 0 ? whole(first) : changedArea(pictures[index - 1], picture);
    // A frame equal to the previous one only extends its duration.
    if (area)
      moments.push({ milliseconds, area, data: encode(pictures[index - 1], picture, area) });
    else moments[moments.length - 1].milliseconds += milliseconds;
  }
  let sequence = 0;
  const number = () => uint32(sequence++);
  const chunks = moments.flatMap(({ milliseconds, area, data }, index) => [
    chunk('fcTL', Buffer.concat([number(), control(area, milliseconds)])),
    index === 0 ? chunk('IDAT', data) : chunk('fdAT', Buffer.concat([number(), data])),
  ]);
  const header = Buffer.from([8, TRUECOLOUR_WITH_ALPHA, 0, 0, 0]);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', Buffer.concat([uint32(first.width), uint32(first.height), header])),
    chunk('acTL', Buffer.concat([uint32(moments.length), uint32(0)])),
    ...chunks,
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The number of frames of an animated PNG, as its header has it; 1 of any other PNG. */
export function framesOf(/** @type {Buffer} */ png) {
  return (
    chunksOf(png)
      .find(({ type }) => type === 'acTL')
      ?.data.readUInt32BE(0) ?? 1
  );
}

/** The position and duration of a frame. */
function control({ x, y, width, height }, milliseconds) {
  const delay = Buffer.alloc(4);
  delay.writeUInt16BE(milliseconds, 0);
  delay.writeUInt16BE(1000, 2);
  const operations = Buffer.from([0, BLEND_OVER]);
  return Buffer.concat([...[width, height, x, y].map(uint32), delay, operations]);
}

/** @returns {Picture} */
function decode(png) {
  const chunks = chunksOf(png);
  const header = chunks[0].data;
  const [width, height, colours] = [header.readUInt32BE(0), header.readUInt32BE(4), header[9]];
  const isKnown = header[8] === 8 && header[12] === 0;
  if (!isKnown || (colours !== TRUECOLOUR && colours !== TRUECOLOUR_WITH_ALPHA)) {
    throw new Error('not a PNG as a browser writes it: 8 bits a channel, not interlaced');
  }
  const size = colours === TRUECOLOUR ? 3 : PIXEL;
  const data = chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data);
  const plain = unfilter(inflateSync(Buffer.concat(data)), width * size, height, size);
  const pixels = Buffer.alloc(width * height * PIXEL, 0xff);
  for (let at = 0; at < width * height; at++)
    plain.copy(pixels, at * PIXEL, at * size, at * size + 3);
  return { width, height, pixels };
}

function chunksOf(png) {
  const chunks = [];
  for (let at = SIGNATURE.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    chunks.push({ type, data: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return chunks;
}

/** Reverses the filters of the rows (PNG 3.0, section 9.2). */
function unfilter(filtered, bytes, height, size) {
  const plain = Buffer.alloc(bytes * height);
  for (let row = 0; row < height; row++) {
    const from = row * (bytes + 1);
    const filter = filtered[from];
    for (let column = 0; column < bytes; column++) {
      const at = row * bytes + column;
      const left = column >= size ? plain[at - size] : 0;
      const up = row > 0 ? plain[at - bytes] : 0;
      const corner = column >= size && row > 0 ? plain[at - bytes - size] : 0;
      plain[at] = filtered[from + 1 + column] + predictors[filter](left, up, corner);
    }
  }
  return plain;
}

/** Each filter's prediction of a byte from the bytes to the left, above, and above left. */
const predictors = [
  () => 0,
  (left) => left,
  (_, up) => up,
  (left, up) => (left + up) >> 1,
  (left, up, corner) => {
    const guess = left + up - corner;
    const [a, b, c] = [left, up, corner].map((value) => Math.abs(guess - value));
    if (a <= b && a <= c) return left;
    return b <= c ? up : corner;
  },
];

const whole = ({ width, height }) => ({ x: 0, y: 0, width, height });

/** The smallest rectangle that contains all changed pixels; undefined if there are none. */
function changedArea(before, after) {
  let [left, top, right, bottom] = [after.width, after.height, -1, -1];
  for (let y = 0; y < after.height; y++) {
    for (let x = 0; x < after.width; x++) {
      if (isSame(before, after, y * after.width + x)) continue;
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    }
  }
  return right < 0
    ? undefined
    : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

const isSame = (before, after, at) =>
  before.pixels.readUInt32BE(at * PIXEL) === after.pixels.readUInt32BE(at * PIXEL);

/**
 * The compressed rows of an area, without filters: they do not make text on plain colours smaller.
 */
function encode(before, after, { x, y, width, height }) {
  const rows = Buffer.alloc((width * PIXEL + 1) * height);
  for (let row = 0; row < height; row++) {
    const to = row * (width * PIXEL + 1) + 1;
    for (let column = 0; column < width; column++) {
      const at = (y + row) * after.width + x + column;
      if (before && isSame(before, after, at)) continue;
      after.pixels.copy(rows, to + column * PIXEL, at * PIXEL, (at + 1) * PIXEL);
    }
  }
  return deflateSync(rows, { level: 9 });
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))]);
}

function uint32(value) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
