import { foldText } from './countries.ts'

/**
 * States and provinces of countries that use them in addresses. In a file of its own, so that only the form that needs
 * it loads it.
 */
const lists: Record<string, string> = {
  NG: 'AB:Abia,AD:Adamawa,AK:Akwa Ibom,AN:Anambra,BA:Bauchi,BY:Bayelsa,BE:Benue,BO:Borno,CR:Cross River,DE:Delta,EB:Ebonyi,ED:Edo,EK:Ekiti,EN:Enugu,FC:Federal Capital Territory,GO:Gombe,IM:Imo,JI:Jigawa,KD:Kaduna,KN:Kano,KT:Katsina,KE:Kebbi,KO:Kogi,KW:Kwara,LA:Lagos,NA:Nasarawa,NI:Niger,OG:Ogun,ON:Ondo,OS:Osun,OY:Oyo,PL:Plateau,RI:Rivers,SO:Sokoto,TA:Taraba,YO:Yobe,ZA:Zamfara',
  US: 'AL:Alabama,AK:Alaska,AZ:Arizona,AR:Arkansas,CA:California,CO:Colorado,CT:Connecticut,DE:Delaware,DC:District of Columbia,FL:Florida,GA:Georgia,HI:Hawaii,ID:Idaho,IL:Illinois,IN:Indiana,IA:Iowa,KS:Kansas,KY:Kentucky,LA:Louisiana,ME:Maine,MD:Maryland,MA:Massachusetts,MI:Michigan,MN:Minnesota,MS:Mississippi,MO:Missouri,MT:Montana,NE:Nebraska,NV:Nevada,NH:New Hampshire,NJ:New Jersey,NM:New Mexico,NY:New York,NC:North Carolina,ND:North Dakota,OH:Ohio,OK:Oklahoma,OR:Oregon,PA:Pennsylvania,RI:Rhode Island,SC:South Carolina,SD:South Dakota,TN:Tennessee,TX:Texas,UT:Utah,VT:Vermont,VA:Virginia,WA:Washington,WV:West Virginia,WI:Wisconsin,WY:Wyoming',
  CA: 'AB:Alberta,BC:British Columbia,MB:Manitoba,NB:New Brunswick,NL:Newfoundland and Labrador,NT:Northwest Territories,NS:Nova Scotia,NU:Nunavut,ON:Ontario,PE:Prince Edward Island,QC:Quebec,SK:Saskatchewan,YT:Yukon',
  AU: 'ACT:Australian Capital Territory,NSW:New South Wales,NT:Northern Territory,QLD:Queensland,SA:South Australia,TAS:Tasmania,VIC:Victoria,WA:Western Australia',
  DE: 'BW:Baden-Württemberg,BY:Bavaria,BE:Berlin,BB:Brandenburg,HB:Bremen,HH:Hamburg,HE:Hesse,NI:Lower Saxony,MV:Mecklenburg-Western Pomerania,NW:North Rhine-Westphalia,RP:Rhineland-Palatinate,SL:Saarland,SN:Saxony,ST:Saxony-Anhalt,SH:Schleswig-Holstein,TH:Thuringia',
  GH: 'AF:Ahafo,AH:Ashanti,BO:Bono,BE:Bono East,CP:Central,EP:Eastern,AA:Greater Accra,NE:North East,NP:Northern,OT:Oti,SV:Savannah,UE:Upper East,UW:Upper West,TV:Volta,WP:Western,WN:Western North',
  IN: 'AN:Andaman and Nicobar Islands,AP:Andhra Pradesh,AR:Arunachal Pradesh,AS:Assam,BR:Bihar,CH:Chandigarh,CG:Chhattisgarh,DH:Dadra and Nagar Haveli and Daman and Diu,DL:Delhi,GA:Goa,GJ:Gujarat,HR:Haryana,HP:Himachal Pradesh,JK:Jammu and Kashmir,JH:Jharkhand,KA:Karnataka,KL:Kerala,LA:Ladakh,LD:Lakshadweep,MP:Madhya Pradesh,MH:Maharashtra,MN:Manipur,ML:Meghalaya,MZ:Mizoram,NL:Nagaland,OD:Odisha,PY:Puducherry,PB:Punjab,RJ:Rajasthan,SK:Sikkim,TN:Tamil Nadu,TS:Telangana,TR:Tripura,UP:Uttar Pradesh,UK:Uttarakhand,WB:West Bengal',
  KE: '01:Baringo,02:Bomet,03:Bungoma,04:Busia,05:Elgeyo-Marakwet,06:Embu,07:Garissa,08:Homa Bay,09:Isiolo,10:Kajiado,11:Kakamega,12:Kericho,13:Kiambu,14:Kilifi,15:Kirinyaga,16:Kisii,17:Kisumu,18:Kitui,19:Kwale,20:Laikipia,21:Lamu,22:Machakos,23:Makueni,24:Mandera,25:Marsabit,26:Meru,27:Migori,28:Mombasa,29:Murang’a,30:Nairobi,31:Nakuru,32:Nandi,33:Narok,34:Nyamira,35:Nyandarua,36:Nyeri,37:Samburu,38:Siaya,39:Taita-Taveta,40:Tana River,41:Tharaka-Nithi,42:Trans Nzoia,43:Turkana,44:Uasin Gishu,45:Vihiga,46:Wajir,47:West Pokot',
  MX: 'AGU:Aguascalientes,BCN:Baja California,BCS:Baja California Sur,CAM:Campeche,CHP:Chiapas,CHH:Chihuahua,CMX:Ciudad de México,COA:Coahuila,COL:Colima,DUR:Durango,GUA:Guanajuato,GRO:Guerrero,HID:Hidalgo,JAL:Jalisco,MEX:Estado de México,MIC:Michoacán,MOR:Morelos,NAY:Nayarit,NLE:Nuevo León,OAX:Oaxaca,PUE:Puebla,QUE:Querétaro,ROO:Quintana Roo,SLP:San Luis Potosí,SIN:Sinaloa,SON:Sonora,TAB:Tabasco,TAM:Tamaulipas,TLA:Tlaxcala,VER:Veracruz,YUC:Yucatán,ZAC:Zacatecas',
  BR: 'AC:Acre,AL:Alagoas,AP:Amapá,AM:Amazonas,BA:Bahia,CE:Ceará,DF:Distrito Federal,ES:Espírito Santo,GO:Goiás,MA:Maranhão,MT:Mato Grosso,MS:Mato Grosso do Sul,MG:Minas Gerais,PA:Pará,PB:Paraíba,PR:Paraná,PE:Pernambuco,PI:Piauí,RJ:Rio de Janeiro,RN:Rio Grande do Norte,RS:Rio Grande do Sul,RO:Rondônia,RR:Roraima,SC:Santa Catarina,SP:São Paulo,SE:Sergipe,TO:Tocantins',
  ZA: 'EC:Eastern Cape,FS:Free State,GP:Gauteng,KZN:KwaZulu-Natal,LP:Limpopo,MP:Mpumalanga,NC:Northern Cape,NW:North West,WC:Western Cape',
}

const otherNames: Record<string, Record<string, string>> = {
  NG: {
    fct: 'Federal Capital Territory',
    abuja: 'Federal Capital Territory',
    'fct abuja': 'Federal Capital Territory',
  },
  US: { 'washington dc': 'District of Columbia' },
}

const entries = (country: string) =>
  (lists[country]?.split(',') ?? []).map((entry): [code: string, name: string] => {
    const colon = entry.indexOf(':')
    return [entry.slice(0, colon), entry.slice(colon + 1)]
  })

/** The states of a country in display order. Empty when its addresses have no list. */
export const statesOf = (country: string): string[] =>
  entries(country)
    .map(([, name]) => name)
    .sort((one, other) => one.localeCompare(other, 'en'))

const findEntry = (country: string, text: string): [code: string, name: string] | undefined => {
  const folded = foldText(text).replace(/ (state|county|province|region)$/, '')
  const nameOrCode = otherNames[country]?.[folded] ?? folded
  return entries(country).find(
    ([code, name]) => foldText(name) === foldText(nameOrCode) || code.toLowerCase() === nameOrCode,
  )
}

/**
 * Normalizes a state. Where the country has a list, found by name or code in any case; undefined if not listed.
 * Otherwise as typed.
 */
export const parseState = (country: string, text: string): string | undefined =>
  lists[country] === undefined ? text : findEntry(country, text)?.[1]

/** The code of a state given by name or code in any case. Undefined where it is not listed. */
export const stateCodeOf = (country: string, text: string): string | undefined => findEntry(country, text)?.[0]
