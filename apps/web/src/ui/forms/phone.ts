import { digitsOf } from '../../lib/format/digits.ts'

/**
 * Countries with calling codes: `NG234`. The trunk prefix is 0 unless given: `-` for none, `~1` for 1. Generated from
 * libphonenumber's public metadata.
 */
const table =
  'AD376- AE971 AF93 AG1~1 AI1~1 AL355 AM374 AO244- AR54 AS1~1 AT43 AU61 AW297- AX358 AZ994 BA387 BB1~1 BD880 BE32 BF226- BG359 BH973- BI257- BJ229- BL590 BM1~1 BN673- BO591 BQ599- BR55 BS1~1 BT975- BW267- BY375~8 BZ501- CA1~1 CC61 CD243 CF236- CG242- CH41 CI225- CK682- CL56- CM237- CN86 CO57 CR506- CU53 CV238- CW599- CX61 CY357- CZ420- DE49 DJ253- DK45- DM1~1 DO1~1 DZ213 EC593 EE372- EG20 EH212 ER291 ES34- ET251 FI358 FJ679- FK500- FM691- FO298- FR33 GA241- GB44 GD1~1 GE995 GF594 GG44 GH233 GI350- GL299- GM220- GN224- GP590 GQ240- GR30- GT502- GU1~1 GW245- GY592- HK852- HN504- HR385 HT509- HU36~06 ID62 IE353 IL972 IM44 IN91 IO246- IQ964 IR98 IS354- IT39- JE44 JM1~1 JO962 JP81 KE254 KG996 KH855 KI686 KM269- KN1~1 KP850 KR82 KW965- KY1~1 KZ7~8 LA856 LB961 LC1~1 LI423 LK94 LR231 LS266- LT370 LU352- LV371- LY218 MA212 MC377 MD373 ME382 MF590 MG261 MH692~1 MK389 ML223- MM95 MN976 MO853- MP1~1 MQ596 MR222- MS1~1 MT356- MU230- MV960- MW265 MX52- MY60 MZ258- NA264 NC687- NE227- NF672- NG234 NI505- NL31 NO47- NP977 NR674- NU683- NZ64 OM968- PA507- PE51 PF689- PG675- PH63 PK92 PL48- PM508 PR1~1 PS970 PT351- PW680- PY595 QA974- RE262 RO40 RS381 RU7~8 RW250 SA966 SB677- SC248- SD249 SE46 SG65- SH290- SI386 SJ47- SK421 SL232 SM378- SN221- SO252 SR597- SS211 ST239- SV503- SX1~1 SY963 SZ268- TC1~1 TD235- TG228- TH66 TJ992- TK690- TL670- TM993~8 TN216- TO676- TR90 TT1~1 TV688- TW886 TZ255 UA380 UG256 US1~1 UY598 UZ998- VA39- VC1~1 VE58 VG1~1 VI1~1 VN84 VU678- WF681- WS685- XK383 YE967 YT262 ZA27 ZM260 ZW263'

export interface PhoneCountry {
  code: string
  calling: string
  /** Trunk prefix, removed from national numbers. */
  trunk: string
}

/** Countries with calling code and trunk prefix. */
export const phoneCountries: readonly PhoneCountry[] = table.split(' ').map((entry) => {
  const [, code = '', calling = '', none, trunk] = /^([A-Z]{2})(\d+)(-)?(?:~(\d+))?$/.exec(entry) ?? []
  return { code, calling, trunk: none ? '' : (trunk ?? '0') }
})

const byCode = new Map(phoneCountries.map((country) => [country.code, country]))

// Main country of a shared calling code.
const mainOf: Record<string, string> = {
  '1': 'US',
  '7': 'RU',
  '39': 'IT',
  '44': 'GB',
  '47': 'NO',
  '61': 'AU',
  '212': 'MA',
  '262': 'RE',
  '358': 'FI',
  '590': 'GP',
  '599': 'CW',
}

/** Country of an international number; `atHand` when several share its code. */
export function countryOf(international: string, atHand: string): string | undefined {
  const digits = international.replace(/^\+/, '')
  const found = phoneCountries
    .filter(({ calling }) => digits.startsWith(calling))
    .sort((one, other) => other.calling.length - one.calling.length)
  const longest = found.filter(({ calling }) => calling === found[0]?.calling)
  const shared =
    longest.find(({ code }) => code === atHand) ?? longest.find(({ code, calling }) => mainOf[calling] === code)
  return (shared ?? longest[0])?.code
}

/** Converts typed input to `+2348031234567` by country; empty for empty input. */
export function toInternational(typed: string, countryCode: string): string {
  const text = typed.trim()
  const digits = digitsOf(text)
  if (digits === '') return ''
  if (text.startsWith('+')) return `+${digits}`
  if (digits.startsWith('00')) return `+${digits.slice(2)}`
  const country = byCode.get(countryCode)
  if (!country) return `+${digits}`
  const { trunk, calling } = country
  const national = trunk !== '' && digits.startsWith(trunk) ? digits.slice(trunk.length) : digits
  return `+${calling}${national}`
}

/** National part of an international number. */
export function toNational(international: string, countryCode: string): string {
  const country = byCode.get(countryCode)
  const digits = digitsOf(international)
  return country && digits.startsWith(country.calling) ? digits.slice(country.calling.length) : international
}
