/** Drawn photos of simulated customers. */

const WIDTH = 1200
const HEIGHT = 900

const wall = (tile: string, joint: string) => `
  <defs><pattern id="t" width="120" height="120" patternUnits="userSpaceOnUse">
    <rect width="120" height="120" fill="${joint}"/><rect x="3" y="3" width="114" height="114" rx="3" fill="${tile}"/>
  </pattern></defs><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#t)"/>`
const drop = (x: number, y: number) => `<path d="M${x} ${y}q26 44 0 62q-26-18 0-62z" fill="#5aa0cb"/>`
const puddle = `<ellipse cx="640" cy="830" rx="330" ry="46" fill="#6fb1d9" opacity=".8"/>`

const drawings = {
  tap: `${wall('#e7ebe9', '#c3cac6')}<rect y="640" width="${WIDTH}" height="260" fill="#9aa2a6"/>
    <path d="M560 640V330q0-90 110-90t110 90v70" fill="none" stroke="#7d868b" stroke-width="54"/>
    <rect x="500" y="590" width="120" height="60" rx="12" fill="#6a7378"/>${drop(780, 430)}${drop(780, 540)}`,
  cistern: `${wall('#f0e9dc', '#d2c7b2')}<rect x="380" y="180" width="440" height="330" rx="30" fill="#fbfbf8"/>
    <rect x="380" y="180" width="440" height="52" rx="20" fill="#e4e3dd"/><circle cx="600" cy="206" r="20" fill="#b7b6af"/>
    <path d="M430 540h340q30 160-90 230H520q-120-70-90-230z" fill="#f6f5f0"/>${puddle}`,
  leak: `${wall('#dfe5e8', '#b9c3c8')}<path d="M300 120h600q0 190-220 210h-160q-220-20-220-210z" fill="#fbfbf9"/>
    <path d="M600 330v150q0 90 90 90h70q80 0 80-80v-120" fill="none" stroke="#b6bcbf" stroke-width="50"/>
    <rect x="560" y="440" width="84" height="44" fill="#8d9498"/>${drop(602, 520)}${drop(602, 640)}${puddle}`,
  shower: `${wall('#cfe0e4', '#a4bcc2')}<path d="M280 900V220q0-80 80-80h300v60" fill="none" stroke="#8b9499" stroke-width="36"/>
    <path d="M560 200h200l50 80H510z" fill="#737c81"/>${drop(580, 320)}${drop(740, 420)}${drop(650, 560)}`,
  heater: `${wall('#ece7dc', '#cfc6b6')}<rect x="380" y="140" width="440" height="560" rx="26" fill="#c9a26b"/>
    <path d="M380 300h440M600 140v560" stroke="#a67f48" stroke-width="10"/>
    <rect x="440" y="350" width="140" height="90" fill="#f2e6cf"/><rect y="700" width="${WIDTH}" height="200" fill="#a8835a"/>`,
  bathroom: `${wall('#b9cfc4', '#93ab9f')}<rect y="690" width="${WIDTH}" height="210" fill="#6f6a60"/>
    <rect x="90" y="470" width="560" height="240" rx="60" fill="#efece2"/><rect x="780" y="430" width="220" height="70" rx="30" fill="#efece2"/>
    <path d="M890 500v200" stroke="#d8d3c6" stroke-width="60"/><path d="M120 360l120 60-40 50 90 40" stroke="#4c463c" stroke-width="7" fill="none"/>`,
  pipes: `<rect width="${WIDTH}" height="${HEIGHT}" fill="#cbb99c"/>
    <path d="M0 260h520v640M0 420h340v480M1200 300H820v600" fill="none" stroke="#8a6b4a" stroke-width="54"/>
    <path d="M470 230h100v70H470zM290 390h100v70H290zM770 270h100v70H770z" fill="#6d4a2b"/>
    <path d="M520 430q60 200-10 470" stroke="#7a3f1a" stroke-width="30" fill="none" opacity=".5"/>`,
} as const

export type SimulatorPicture = keyof typeof drawings

/** Renders a drawing as a JPEG. */
export async function photoOf(picture: SimulatorPicture): Promise<Blob> {
  // Loaded on first use, because most runs show no picture for a while.
  const { default: sharp } = await import('sharp')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${drawings[picture]}</svg>`
  const bytes = await sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer()
  return new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' })
}
