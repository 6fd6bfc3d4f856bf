// ISO 6709, as phones write it into videos: +06.4474+003.4553+012.000/
const LOCATION_ATOMS = /[+-]\d{2}\.\d{2,8}[+-]\d{3}\.\d{2,8}(?:[+-]\d{1,6}(?:\.\d{1,6})?)?\//g

/** Removes the location from a video by overwriting it in place, so that no offset changes. */
export function stripLocation(bytes: Buffer): Buffer {
  const matches = Array.from(bytes.toString('latin1').matchAll(LOCATION_ATOMS), ({ 0: text, index }) => ({
    text,
    index,
  }))
  if (matches.length === 0) return bytes
  const clean = Buffer.from(bytes)
  for (const { text, index } of matches) clean.fill(' ', index, index + text.length)
  return clean
}
