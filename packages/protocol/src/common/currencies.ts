/** Payout currency by country. */

const byCountry = new Map(
  (
    'AE:AED AU:AUD BR:BRL CA:CAD CH:CHF CN:CNY CZ:CZK DK:DKK EG:EGP ET:ETB GB:GBP GH:GHS GM:GMD HK:HKD HU:HUF ID:IDR ' +
    'IL:ILS IN:INR JP:JPY KE:KES LR:LRD MA:MAD MX:MXN MY:MYR NG:NGN NO:NOK NZ:NZD PH:PHP PK:PKR PL:PLN RO:RON RW:RWF ' +
    'SA:SAR SE:SEK SG:SGD SL:SLE TH:THB TN:TND TR:TRY TZ:TZS UA:UAH UG:UGX US:USD VN:VND ZA:ZAR ZM:ZMW'
  )
    .split(' ')
    .map((entry): [string, string] => [entry.slice(0, 2), entry.slice(3)]),
)
const shared: Record<string, string> = {
  EUR: 'AD AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC ME MT NL PT SI SK SM VA',
  XAF: 'CM CF CG GA GQ TD',
  XOF: 'BJ BF CI GW ML NE SN TG',
}
for (const [currency, countries] of Object.entries(shared)) {
  for (const country of countries.split(' ')) byCountry.set(country, currency)
}

/** The ISO 4217 currency of a country. USD where unknown. */
export const currencyOf = (country: string): string => byCountry.get(country) ?? 'USD'
