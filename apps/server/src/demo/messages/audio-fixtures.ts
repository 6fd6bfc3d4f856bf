/**
 * Voice messages of the demo data, synthesised vowels: a buzz through two resonances. The file format is FLAC in MP4,
 * which every browser plays.
 */

const SAMPLE_RATE_HZ = 8_000
/** Samples per frame: any number the header has a code for. */
const SAMPLES_PER_FRAME = 4_096
const SAMPLES_PER_SYLLABLE = SAMPLE_RATE_HZ * 0.19
const WAVEFORM_BARS = 60

/** Resonances of a vowel in hertz. */
const vowels: Readonly<Record<string, readonly [number, number]>> = {
  a: [730, 1_090],
  e: [530, 1_840],
  i: [290, 2_250],
  o: [570, 840],
  u: [320, 870],
}

export interface AudioFixture {
  bytes: Buffer
  durationMs: number
  /** Loudness from 0 to 1 at equal intervals. */
  waveform: number[]
}

/** Synthesises vowels, one syllable each at a pitch in hertz; other characters are pauses. */
export function synthesizeSpeech(syllables: string, pitch: number): AudioFixture {
  const wanted = Math.ceil((syllables.length * SAMPLES_PER_SYLLABLE) / SAMPLES_PER_FRAME) * SAMPLES_PER_FRAME
  const samples = new Float64Array(wanted)
  const filters = [resonance(), resonance()]
  let phase = 0
  for (let at = 0; at < wanted; at += 1) {
    const position = at / SAMPLES_PER_SYLLABLE
    const vowel = vowels[syllables[Math.floor(position)] ?? '']
    // Pitch falls towards the end, and loudness within each syllable.
    phase = (phase + (pitch * (1.12 - 0.2 * (at / wanted) - 0.08 * (position % 1))) / SAMPLE_RATE_HZ) % 1
    const buzz = vowel ? (2 * phase - 1) * Math.sin(Math.PI * (position % 1)) ** 0.6 : 0
    const [low = 500, high = 1_500] = vowel ?? []
    samples[at] = (filters[0]?.(buzz, low, 90) ?? 0) + 0.6 * (filters[1]?.(buzz, high, 140) ?? 0)
  }
  const loudest = samples.reduce((most, each) => Math.max(most, Math.abs(each)), 0) || 1
  const whole = Int16Array.from(samples, (each) => Math.round((each / loudest) * 26_000))
  return { bytes: inMp4(whole), durationMs: Math.round((wanted / SAMPLE_RATE_HZ) * 1_000), waveform: barsOf(whole) }
}

/** A resonant filter with the given frequency and width. */
function resonance(): (input: number, hertz: number, width: number) => number {
  let [one, two] = [0, 0]
  return (input, hertz, width) => {
    const radius = Math.exp((-Math.PI * width) / SAMPLE_RATE_HZ)
    const output =
      input * (1 - radius) + 2 * radius * Math.cos((2 * Math.PI * hertz) / SAMPLE_RATE_HZ) * one - radius ** 2 * two
    two = one
    one = output
    return output
  }
}

function barsOf(samples: Int16Array): number[] {
  const length = Math.floor(samples.length / WAVEFORM_BARS)
  const peaks = Array.from({ length: WAVEFORM_BARS }, (_, bar) =>
    samples.subarray(bar * length, (bar + 1) * length).reduce((most, each) => Math.max(most, Math.abs(each)), 0),
  )
  const loudest = Math.max(...peaks, 1)
  return peaks.map((peak) => Math.round((peak / loudest) * 100) / 100)
}

/** A FLAC frame with verbatim samples (RFC 9639, 9.1 and 9.2.2). */
function flacFrame(samples: Int16Array, number: number): Buffer {
  // 4,096 samples at 8 kHz, one channel of 16 bits; fewer than 128 frames, so that their number is one byte.
  const header = Buffer.from([0xff, 0xf8, 0xc4, 0x08, number])
  const body = Buffer.alloc(1 + samples.length * 2)
  body[0] = 0x02
  samples.forEach((sample, index) => body.writeInt16BE(sample, 1 + index * 2))
  const framed = Buffer.concat([header, Buffer.from([checksum(header, 8, 0x07)]), body])
  const end = Buffer.alloc(2)
  end.writeUInt16BE(checksum(framed, 16, 0x8005))
  return Buffer.concat([framed, end])
}

function checksum(bytes: Buffer, bits: 8 | 16, polynomial: number): number {
  const top = 1 << (bits - 1)
  let sum = 0
  for (const byte of bytes) {
    sum ^= byte << (bits - 8)
    for (let bit = 0; bit < 8; bit += 1) sum = ((sum & top) === 0 ? sum << 1 : (sum << 1) ^ polynomial) & (2 * top - 1)
  }
  return sum
}

const numbers = (bytes: 2 | 4, ...values: number[]): Buffer => {
  const buffer = Buffer.alloc(bytes * values.length)
  values.forEach((value, index) => buffer.writeUIntBE(value, index * bytes, bytes))
  return buffer
}
const box = (type: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  return Buffer.concat([numbers(4, body.length + 8), Buffer.from(type, 'latin1'), body])
}
/** A box with version and flags. */
const full = (type: string, flags: number, ...parts: Buffer[]): Buffer => box(type, numbers(4, flags), ...parts)
const zeros = (bytes: number): Buffer => Buffer.alloc(bytes)
const MATRIX = numbers(4, 0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)

/** Wraps the samples in an MP4 file (ISO 14496-12, with FLAC). */
function inMp4(samples: Int16Array): Buffer {
  const count = samples.length / SAMPLES_PER_FRAME
  const frames = Array.from({ length: count }, (_, n) =>
    flacFrame(samples.subarray(n * SAMPLES_PER_FRAME, (n + 1) * SAMPLES_PER_FRAME), n),
  )
  const type = box('ftyp', Buffer.from('M4A '), numbers(4, 0), Buffer.from('M4A isomiso2'))
  const streamInfo = Buffer.concat([
    numbers(2, SAMPLES_PER_FRAME, SAMPLES_PER_FRAME),
    zeros(6),
    // 20 bits of rate, 3 of channels − 1, 5 of depth − 1, 36 of length; the checksum is left out.
    numbers(4, (SAMPLE_RATE_HZ << 12) | (15 << 4), samples.length),
    zeros(16),
  ])
  const described = full('dfLa', 0, numbers(4, 0x80000000 + streamInfo.length), streamInfo)
  const entry = box(
    'fLaC',
    zeros(6),
    numbers(2, 1),
    zeros(8),
    numbers(2, 1, 16, 0, 0),
    numbers(4, SAMPLE_RATE_HZ * 65_536),
    described,
  )
  const moovWith = (offset: number) =>
    box(
      'moov',
      full(
        'mvhd',
        0,
        numbers(4, 0, 0, SAMPLE_RATE_HZ, samples.length, 0x10000),
        numbers(2, 0x100, 0),
        zeros(8),
        MATRIX,
        zeros(24),
        numbers(4, 2),
      ),
      box(
        'trak',
        full('tkhd', 3, numbers(4, 0, 0, 1, 0, samples.length), zeros(8), numbers(2, 0, 0, 0x100, 0), MATRIX, zeros(8)),
        box(
          'mdia',
          full('mdhd', 0, numbers(4, 0, 0, SAMPLE_RATE_HZ, samples.length), numbers(2, 0x55c4, 0)),
          full('hdlr', 0, zeros(4), Buffer.from('soun'), zeros(12), Buffer.from('Voice\0')),
          box(
            'minf',
            full('smhd', 0, zeros(4)),
            box('dinf', full('dref', 0, numbers(4, 1), full('url ', 1))),
            box(
              'stbl',
              full('stsd', 0, numbers(4, 1), entry),
              full('stts', 0, numbers(4, 1, count, SAMPLES_PER_FRAME)),
              full('stsc', 0, numbers(4, 1, 1, count, 1)),
              full('stsz', 0, numbers(4, 0, count), ...frames.map(({ length }) => numbers(4, length))),
              full('stco', 0, numbers(4, 1, offset)),
            ),
          ),
        ),
      ),
    )
  const offset = type.length + moovWith(0).length + 8
  return Buffer.concat([type, moovWith(offset), box('mdat', ...frames)])
}
