/** Countries by ISO 3166-1. The runtime supplies English names, so that no list of names is sent to the browser. */

export const countryCodes: readonly string[] = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
  'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR ' +
  'GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP ' +
  'KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT ' +
  'MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW ' +
  'SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ ' +
  'UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
).split(' ')

// Names that differ from the runtime's.
const preferredNames: Record<string, string> = {
  CD: 'Congo (Democratic Republic)',
  CG: 'Congo (Republic)',
  HK: 'Hong Kong',
  MM: 'Myanmar',
  MO: 'Macao',
  PS: 'Palestine',
}

const otherNames: Record<string, string> = {
  america: 'US',
  brunei: 'BN',
  'congo kinshasa': 'CD',
  'democratic republic of the congo': 'CD',
  'congo brazzaville': 'CG',
  'republic of the congo': 'CG',
  burma: 'MM',
  'cape verde': 'CV',
  'czech republic': 'CZ',
  england: 'GB',
  'great britain': 'GB',
  'holy see': 'VA',
  'ivory coast': 'CI',
  'korea republic of': 'KR',
  macedonia: 'MK',
  'northern ireland': 'GB',
  'russian federation': 'RU',
  scotland: 'GB',
  swaziland: 'SZ',
  'the gambia': 'GM',
  'the netherlands': 'NL',
  turkey: 'TR',
  uk: 'GB',
  'united states of america': 'US',
  usa: 'US',
  'viet nam': 'VN',
  wales: 'GB',
}

/** Normalizes a name for comparison: letters and digits only, without accents and case. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

let names: Intl.DisplayNames | undefined

/** The English short name of a country, or its code if it has none. */
export function countryName(code: string): string {
  names ??= new Intl.DisplayNames('en', { type: 'region' })
  return preferredNames[code] ?? names.of(code) ?? code
}

let codes: Map<string, string> | undefined

/** The code of a country given by code or English name in any case. Undefined: unknown. */
export function parseCountry(text: string): string | undefined {
  const code = text.trim().toUpperCase()
  if (countryCodes.includes(code)) return code
  codes ??= new Map([
    ...countryCodes.map((each) => [foldText(countryName(each)), each] as const),
    ...Object.entries(otherNames),
  ])
  return codes.get(foldText(text))
}
