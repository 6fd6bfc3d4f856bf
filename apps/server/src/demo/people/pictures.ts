import sharp from 'sharp'

/** Drawn photos of the demo data. */

const WIDTH = 1200
const HEIGHT = 900
/** The size messengers reduce photos to. */
const PHOTO_SIZE = { width: 800, height: 600 }

const tiles = (wall: string, joint: string) => `
  <defs><pattern id="t" width="150" height="150" patternUnits="userSpaceOnUse">
    <rect width="150" height="150" fill="${joint}"/><rect x="4" y="4" width="142" height="142" rx="4" fill="${wall}"/>
  </pattern></defs>
  <rect width="${WIDTH}" height="${HEIGHT}" fill="url(#t)"/>`

/** A pipe along the wall, down and to the right, with its elbows. */
const pipe = (y: number, down: number, colour: string, light: string, fitting: string) => `
  <path d="M0 ${y}H${down}V${HEIGHT}" fill="none" stroke="${colour}" stroke-width="58" stroke-linejoin="round"/>
  <path d="M0 ${y - 14}H${down + 14}V${HEIGHT}" fill="none" stroke="${light}" stroke-width="10" stroke-linejoin="round"/>
  <rect x="${down - 44}" y="${y - 44}" width="88" height="88" rx="20" fill="${fitting}"/>
  <rect x="240" y="${y - 38}" width="70" height="76" rx="8" fill="${fitting}"/>`

const drawings = {
  /** Galvanised, and past it. */
  'rusty-pipes': `${tiles('#d9d2c4', '#b9ae9b')}
    <path d="M640 420q60 180-10 480h180q-70-220-30-460z" fill="#8a5a2b" opacity=".35"/>
    ${pipe(330, 720, '#8d8478', '#b3aa9d', '#7a4a25')}${pipe(560, 980, '#857b6e', '#aaa093', '#6f4420')}
    <path d="M300 300q40 40 10 70t20 80M700 600q30 60-10 120" stroke="#9a5a22" stroke-width="16" fill="none"/>
    <circle cx="720" cy="330" r="30" fill="#9a5a22"/><ellipse cx="730" cy="850" rx="150" ry="26" fill="#7b4f26" opacity=".6"/>`,
  /** The same wall, in PVC. */
  'new-pipes': `${tiles('#ece7dc', '#cfc6b6')}
    ${pipe(330, 720, '#f4f4f0', '#ffffff', '#d6d8d4')}${pipe(560, 980, '#f1f1ec', '#ffffff', '#d6d8d4')}
    <rect x="420" y="296" width="70" height="68" rx="10" fill="#2f6fb0"/>
    <path d="M455 296v-50m-46 0h92" stroke="#2f6fb0" stroke-width="20" stroke-linecap="round"/>`,
  /** Where a dishwasher will stand. */
  niche: `<rect width="${WIDTH}" height="${HEIGHT}" fill="#cbbfae"/>
    <rect y="0" width="${WIDTH}" height="150" fill="#7c7a76"/><rect y="150" width="${WIDTH}" height="22" fill="#5d5b58"/>
    <rect x="90" y="172" width="300" height="640" fill="#efe9df"/><rect x="810" y="172" width="300" height="640" fill="#efe9df"/>
    <rect x="390" y="172" width="420" height="640" fill="#8f8576"/><rect y="812" width="${WIDTH}" height="88" fill="#6b5a48"/>
    <circle cx="470" cy="660" r="34" fill="#b9bcc0"/><path d="M470 626v-46m-34 0h68" stroke="#b3261e" stroke-width="18"/>
    <path d="M560 690q120 40 150-90t70-60" stroke="#3a3a3a" stroke-width="34" fill="none"/>`,
  /** The page with the face on it. */
  passport: `<rect width="${WIDTH}" height="${HEIGHT}" fill="#b9a68c"/>
    <rect x="120" y="110" width="960" height="680" rx="28" fill="#f3efe4"/><rect x="120" y="110" width="960" height="110" rx="28" fill="#1f6b45"/>
    <rect x="180" y="270" width="290" height="370" fill="#d8cdbb"/><circle cx="325" cy="400" r="84" fill="#8a5a3c"/>
    <path d="M205 640q120-190 240 0z" fill="#2f4a6d"/>
    <path d="M530 320h430M530 390h330M530 460h390M530 530h260M530 600h360" stroke="#6d675c" stroke-width="18"/>
    <path d="M180 705h840M180 745h840" stroke="#4b463d" stroke-width="16" stroke-dasharray="22 8"/>`,
  /** Behind the freezer. */
  burst: `${tiles('#cfd6da', '#aab4ba')}
    ${pipe(380, 760, '#b9824d', '#dcaa78', '#97652f')}
    <path d="M470 350l30 60-26 14 34 66" stroke="#3b2a18" stroke-width="12" fill="none"/>
    <path d="M490 430q-120 120-150 470h330q-30-330-140-470z" fill="#6fb1d9" opacity=".65"/>
    <ellipse cx="520" cy="870" rx="420" ry="60" fill="#5aa0cb" opacity=".7"/>`,
} as const

export type DemoPicture = keyof typeof drawings

/** Renders a drawing as a JPEG. */
export const photoOf = (picture: DemoPicture): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${PHOTO_SIZE.width}" height="${PHOTO_SIZE.height}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${drawings[picture]}</svg>`,
    ),
  )
    .jpeg({ quality: 82 })
    .toBuffer()
