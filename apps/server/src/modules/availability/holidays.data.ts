/**
 * Holidays observed (nearly) everywhere in a country, by country: a rule, then the name, separated by semicolons.
 * - `12-25`: that day of every year; `2026-07-10`: that one day
 * - `E+1`, `O-2`: days from Western or Orthodox Easter Sunday
 * - `3MON/01`, `LMON/05`: the third Monday of January, the last of May
 * - `SAT>=06-20`: the first Saturday from that day on
 * - `I10-01`, `C01-01`, `D08-15`: that day of that month of the Islamic (Umm al-Qura), Chinese or Korean calendar;
 *   `C01-01-1` is the day before it
 * - a suffix for substitute days on weekends: `~M` on Monday, `~S` on Monday for a Sunday, `~P` two days later (for two
 *   days in a row), `~U` on the Friday before or the Monday after
 */

const NY = "01-01 New Year's Day"
const EPIPHANY = '01-06 Epiphany'
const GOOD_FRIDAY = 'E-2 Good Friday'
const EASTER_MONDAY = 'E+1 Easter Monday'
const LABOUR = '05-01 Labour Day'
const ASCENSION = 'E+39 Ascension Day'
const WHIT_MONDAY = 'E+50 Whit Monday'
const CORPUS_CHRISTI = 'E+60 Corpus Christi'
const ASSUMPTION = '08-15 Assumption'
const ALL_SAINTS = "11-01 All Saints' Day"
const IMMACULATE = '12-08 Immaculate Conception'
const EVE = '12-24 Christmas Eve'
const CHRISTMAS = '12-25 Christmas Day'
const SECOND = '12-26 Second Day of Christmas'
const BOXING = '12-26 Boxing Day'
const O_FRIDAY = 'O-2 Good Friday'
const O_MONDAY = 'O+1 Easter Monday'
const O_WHIT = 'O+50 Whit Monday'
const ROMAN = `${NY}; ${EPIPHANY}; ${EASTER_MONDAY}; ${LABOUR}; ${ASSUMPTION}; ${ALL_SAINTS}; ${CHRISTMAS}`
const NORDIC = `${NY}; E-3 Maundy Thursday; ${GOOD_FRIDAY}; ${EASTER_MONDAY}; ${ASCENSION}; ${WHIT_MONDAY}; ${CHRISTMAS}; ${SECOND}`
const FINNIC = `${NY}; ${EPIPHANY}; ${GOOD_FRIDAY}; ${EASTER_MONDAY}; ${LABOUR}; ${ASCENSION}; SAT>=06-20 Midsummer Day; SAT>=10-31 All Saints' Day; ${CHRISTMAS}; ${SECOND}`
const HELLENIC = `${NY}; ${EPIPHANY}; O-48 Clean Monday; 03-25 Greek Independence Day; ${O_FRIDAY}; ${O_MONDAY}; ${LABOUR}; ${O_WHIT}; ${ASSUMPTION}; 10-28 Ohi Day; ${CHRISTMAS}; ${SECOND}`
const AFRICAN = `${NY}; ${GOOD_FRIDAY}; ${EASTER_MONDAY}; ${LABOUR}; ${CHRISTMAS}; ${BOXING}`
const FITR = 'I10-01 Eid al-Fitr'
const FITR_2 = `${FITR}; I10-02 Eid al-Fitr`
const FITR_3 = `${FITR_2}; I10-03 Eid al-Fitr`
const ADHA = 'I12-10 Eid al-Adha'
const ADHA_2 = `${ADHA}; I12-11 Eid al-Adha`
const ADHA_3 = `${ADHA_2}; I12-12 Eid al-Adha`
const HIJRI = 'I01-01 Islamic New Year'
const MAWLID = "I03-12 The Prophet's Birthday"
const EIDS = `${FITR}; ${ADHA}`

export const byCountry: Readonly<Record<string, string>> = {
  // Europe
  AD: `${NY}; ${EPIPHANY}; 03-14 Constitution Day; ${GOOD_FRIDAY}; ${EASTER_MONDAY}; ${LABOUR}; ${WHIT_MONDAY}; ${ASSUMPTION}; 09-08 Our Lady of Meritxell; ${ALL_SAINTS}; ${IMMACULATE}; ${CHRISTMAS}; ${SECOND}`,
  AL: `${NY}; 01-02 New Year's Day; 03-14 Summer Day; 03-22 Nevruz; ${EASTER_MONDAY}; ${O_MONDAY}; ${LABOUR}; 11-28 Independence Day; 11-29 Liberation Day; 12-08 Youth Day; ${CHRISTMAS}; ${EIDS}`,
  AT: `${ROMAN}; ${ASCENSION}; ${WHIT_MONDAY}; ${CORPUS_CHRISTI}; 10-26 National Day; ${IMMACULATE}; ${SECOND}`,
  BA: `${NY}; 01-02 New Year's Day; ${LABOUR}; 05-02 Labour Day`,
  BE: `${NY}; ${EASTER_MONDAY}; ${LABOUR}; ${ASCENSION}; ${WHIT_MONDAY}; 07-21 National Day; ${ASSUMPTION}; ${ALL_SAINTS}; 11-11 Armistice Day; ${CHRISTMAS}`,
  BG: `${NY}; 03-03 Liberation Day; ${O_FRIDAY}; O-1 Holy Saturday; ${O_MONDAY}; ${LABOUR}; 05-06 Saint George's Day; 05-24 Day of Bulgarian Education and Culture; 09-06 Unification Day; 09-22 Independence Day; ${EVE}; ${CHRISTMAS}; ${SECOND}`,
  CH: `${NY}; ${ASCENSION}; 08-01 National Day; ${CHRISTMAS}`,
  CY: `${HELLENIC}; 04-01 National Day; 10-01 Independence Day`,
  CZ: `${NY}; ${GOOD_FRIDAY}; ${EASTER_MONDAY}; ${LABOUR}; 05-08 Liberation Day; 07-05 Saints Cyril and Methodius; 07-06 Jan Hus Day; 09-28 Statehood Day; 10-28 Independence Day; 11-17 Freedom and Democracy Day; ${EVE}; ${CHRISTMAS}; ${SECOND}`,
  DE: `${NY}; ${GOOD_FRIDAY}; ${EASTER_MONDAY}; ${LABOUR}; ${ASCENSION}; ${WHIT_MONDAY}; 10-03 German Unity Day; ${CHRISTMAS}; ${SECOND}`,
  DK: NORDIC,
  EE: `${NY}; 02-24 Independence Day; ${GOOD_FRIDAY}; ${LABOUR}; 06-23 Victory Day; 06-24 Midsummer Day; 08-20 Restoration of Independence; ${EVE}; ${CHRISTMAS}; ${SECOND}`,
  ES: `${NY}; ${EPIPHANY}; ${GOOD_FRIDAY}; ${LABOUR}; ${ASSUMPTION}; 10-12 National Day; ${ALL_SAINTS}; 12-06 Constitution Day; ${IMMACULATE}; ${CHRISTMAS}`,
  FI: `${FINNIC}; 12-06 Independence Day`,
  FR: `${NY}; ${EASTER_MONDAY}; ${LABOUR}; ${ASCENSION}; ${WHIT_MONDAY}; 05-08 Victory Day; 07-14 Bastille Day; ${ASSUMPTION}; ${ALL_SAINTS}; 11-11 Armistice Day; ${CHRISTMAS}`,
  GB: `01-01~M New Year's Day; ${GOOD_FRIDAY}; ${EASTER_MONDAY}; 1MON/05 Early May bank holiday; LMON/05 Spring bank holiday; LMON/08 Summer bank holiday; 12-25~P Christmas Day; 12-26~P Boxing Day`,
  GR: HELLENIC,
  HR: `${ROMAN}; 05-30 Statehood Day; ${CORPUS_CHRISTI}; 06-22 Anti-Fascist Struggle Day; 08-05 Victory Day; 11-18 Remembrance Day; ${SECOND}`,
  HU: `${NY}; 03-15 National Day; ${GOOD_FRIDAY}; ${EASTER_MONDAY}; ${LABOUR}; ${WHIT_MONDAY}; 08-20 State Foundation Day; 10-23 National Day; ${ALL_SAINTS}; ${CHRISTMAS}; ${SECOND}`,
  IE: `${NY}; 03-17 Saint Patrick's Day; ${EASTER_MONDAY}; 1MON/05 May Day; 1MON/06 June holiday; 1MON/08 August holiday; LMON/10 October holiday; ${CHRISTMAS}; 12-26 Saint Stephen's Day`,
  IS: `${NORDIC}; THU>=04-19 First Day of Summer; ${LABOUR}; 06-17 National Day; 1MON/08 Commerce Day`,
  IT: `${ROMAN}; 04-25 Liberation Day; 06-02 Republic Day; ${IMMACULATE}; 12-26 Saint Stephen's Day`,
  LI: `${ROMAN}; ${ASCENSION}; ${WHIT_MONDAY}; ${CORPUS_CHRISTI}; 09-08 Nativity of Our Lady; ${IMMACULATE}; ${SECOND}`,
  LT: `${NY}; 02-16 Restoration of the State; 03-11 Restoration of Independence; ${EASTER_MONDAY}; ${LABOUR}; 06-24 Saint John's Day; 07-06 Statehood Day; ${ASSUMPTION}; ${ALL_SAINTS}; 11-02 All Souls' Day; ${EVE}; ${CHRISTMAS}; ${SECOND}`,
  LU: `${NY}; ${EASTER_MONDAY}; ${LABOUR}; 05-09 Europe Day; ${ASCENSION}; ${WHIT_MONDAY}; 06-23 National Day; ${ASSUMPTION}; ${ALL_SAINTS}; ${CHRISTMAS}; ${SECOND}`,
  LV: `${NY}; ${GOOD_FRIDAY}; ${EASTER_MONDAY}; ${LABOUR}; 05-04 Restoration of Independence; 06-23 Līgo Day; 06-24 Jāņi Day; 11-18 Independence Day; ${EVE}; ${CHRISTMAS}; ${SECOND}; 12-31 New Year's Eve`,
  MC: `${NY}; 01-27 Saint Devota; ${EASTER_MONDAY}; ${LABOUR}; ${ASCENSION}; ${WHIT_MONDAY}; ${CORPUS_CHRISTI}; ${ASSUMPTION}; ${ALL_SAINTS}; 11-19 National Day; ${IMMACULATE}; ${CHRISTMAS}`,
  ME: `${NY}; 01-02 New Year's Day; ${LABOUR}; 05-02 Labour Day; 05-21 Independence Day; 05-22 Independence Day; 07-13 Statehood Day; 07-14 Statehood Day; 11-13 Njegoš Day; 11-14 Njegoš Day`,
  MK: `${NY}; 01-07 Christmas Day; ${O_MONDAY}; ${LABOUR}; 05-24 Saints Cyril and Methodius; 08-02 Republic Day; 09-08 Independence Day; 10-11 Day of the Uprising; 10-23 Day of the Revolutionary Struggle; 12-08 Saint Clement of Ohrid; ${FITR}`,
  MT: `${NY}; 02-10 Saint Paul's Shipwreck; 03-19 Saint Joseph; 03-31 Freedom Day; ${GOOD_FRIDAY}; ${LABOUR}; 06-07 Sette Giugno; 06-29 Saints Peter and Paul; ${ASSUMPTION}; 09-08 Victory Day; 09-21 Independence Day; ${IMMACULATE}; 12-13 Republic Day; ${CHRISTMAS}`,
  NL: `${NY}; ${EASTER_MONDAY}; ${ASCENSION}; ${WHIT_MONDAY}; 04-27 King's Day; ${CHRISTMAS}; ${SECOND}`,
  NO: `${NORDIC}; ${LABOUR}; 05-17 Constitution Day`,
  PL: `${ROMAN}; 05-03 Constitution Day; ${CORPUS_CHRISTI}; 11-11 Independence Day; ${EVE}; ${SECOND}`,
  PT: `${NY}; ${GOOD_FRIDAY}; 04-25 Freedom Day; ${LABOUR}; ${CORPUS_CHRISTI}; 06-10 Portugal Day; ${ASSUMPTION}; 10-05 Republic Day; ${ALL_SAINTS}; 12-01 Restoration of Independence; ${IMMACULATE}; ${CHRISTMAS}`,
  RO: `${NY}; 01-02 New Year's Day; ${EPIPHANY}; 01-07 Saint John's Day; 01-24 Unification Day; ${O_FRIDAY}; ${O_MONDAY}; ${LABOUR}; 06-01 Children's Day; ${O_WHIT}; ${ASSUMPTION}; 11-30 Saint Andrew's Day; 12-01 National Day; ${CHRISTMAS}; ${SECOND}`,
  RS: `${NY}; 01-02 New Year's Day; 01-07 Christmas Day; 02-15 Statehood Day; 02-16 Statehood Day; ${O_FRIDAY}; ${O_MONDAY}; ${LABOUR}; 05-02 Labour Day; 11-11 Armistice Day`,
  SE: `${FINNIC}; 06-06 National Day`,
  SI: `${NY}; 01-02 New Year's Day; 02-08 Prešeren Day; ${EASTER_MONDAY}; 04-27 Day of Uprising; ${LABOUR}; 05-02 Labour Day; 06-25 Statehood Day; ${ASSUMPTION}; 10-31 Reformation Day; ${ALL_SAINTS}; ${CHRISTMAS}; 12-26 Independence Day`,
  SK: `${NY}; ${EPIPHANY}; ${GOOD_FRIDAY}; ${EASTER_MONDAY}; ${LABOUR}; 07-05 Saints Cyril and Methodius; 08-29 National Uprising Day; ${ALL_SAINTS}; ${EVE}; ${CHRISTMAS}; ${SECOND}`,
  TR: `${NY}; 04-23 Children's Day; ${LABOUR}; 05-19 Youth and Sports Day; 07-15 Democracy Day; 08-30 Victory Day; 10-29 Republic Day; ${FITR_3}; ${ADHA_3}; I12-13 Eid al-Adha`,

  // Africa
  EG: `01-07 Coptic Christmas; 01-25 Revolution Day; O+1 Sham el-Nessim; 04-25 Sinai Liberation Day; ${LABOUR}; 06-30 30 June Day; 07-23 Revolution Day; 10-06 Armed Forces Day; ${FITR_3}; I12-09 Arafah Day; ${ADHA_3}; ${HIJRI}; ${MAWLID}`,
  GH: `${AFRICAN}; 03-06 Independence Day; 07-01 Republic Day; 1FRI/12 Farmer's Day; ${EIDS}`,
  KE: `01-01~S New Year's Day; ${GOOD_FRIDAY}; ${EASTER_MONDAY}; 05-01~S Labour Day; 06-01~S Madaraka Day; 10-10~S Mazingira Day; 10-20~S Mashujaa Day; 12-12~S Jamhuri Day; ${CHRISTMAS}; ${BOXING}; ${FITR}`,
  MA: `${NY}; 01-11 Independence Manifesto Day; ${LABOUR}; 07-30 Throne Day; 08-14 Oued Ed-Dahab Day; 08-20 Revolution Day; 08-21 Youth Day; 11-06 Green March Day; 11-18 Independence Day; ${FITR_2}; ${ADHA_2}; ${HIJRI}; ${MAWLID}; I03-13 The Prophet's Birthday`,
  NG: `${AFRICAN}; 06-12 Democracy Day; 10-01 Independence Day; ${FITR_2}; ${ADHA_2}; ${MAWLID}`,
  RW: `${NY}; 01-02 New Year's Day; 02-01 Heroes' Day; ${GOOD_FRIDAY}; ${EASTER_MONDAY}; 04-07 Genocide Memorial Day; ${LABOUR}; 07-01 Independence Day; 07-04 Liberation Day; 1FRI/08 Umuganura Day; ${ASSUMPTION}; ${CHRISTMAS}; ${BOXING}; ${EIDS}`,
  SN: `${NY}; 04-04 Independence Day; ${EASTER_MONDAY}; ${LABOUR}; ${ASCENSION}; ${WHIT_MONDAY}; ${ASSUMPTION}; ${ALL_SAINTS}; ${CHRISTMAS}; ${EIDS}; I01-10 Ashura; ${MAWLID}`,
  TZ: `${AFRICAN}; 01-12 Zanzibar Revolution Day; 04-07 Karume Day; 04-26 Union Day; 07-07 Saba Saba; 08-08 Nane Nane; 10-14 Nyerere Day; 12-09 Independence Day; ${FITR_2}; ${ADHA}; ${MAWLID}`,
  UG: `${AFRICAN}; 01-26 Liberation Day; 02-16 Archbishop Janani Luwum Day; 03-08 Women's Day; 06-03 Martyrs' Day; 06-09 Heroes' Day; 10-09 Independence Day; ${EIDS}`,
  ZA: `01-01~S New Year's Day; 03-21~S Human Rights Day; ${GOOD_FRIDAY}; E+1 Family Day; 04-27~S Freedom Day; 05-01~S Workers' Day; 06-16~S Youth Day; 08-09~S Women's Day; 09-24~S Heritage Day; 12-16~S Day of Reconciliation; ${CHRISTMAS}; 12-26~S Day of Goodwill`,
  ZM: `${NY}; 03-08 Women's Day; 03-12 Youth Day; ${GOOD_FRIDAY}; E-1 Holy Saturday; ${EASTER_MONDAY}; ${LABOUR}; 05-25 Africa Day; 1MON/07 Heroes' Day; 1MON/08 Farmers' Day; 10-18 National Day of Prayer; 10-24 Independence Day; ${CHRISTMAS}`,

  // The Americas
  BR: `${NY}; ${GOOD_FRIDAY}; 04-21 Tiradentes Day; ${LABOUR}; 09-07 Independence Day; 10-12 Our Lady of Aparecida; 11-02 All Souls' Day; 11-15 Republic Day; 11-20 Black Awareness Day; ${CHRISTMAS}`,
  CA: `${NY}; ${GOOD_FRIDAY}; 07-01~S Canada Day; 1MON/09 Labour Day; ${CHRISTMAS}`,
  MX: `${NY}; 1MON/02 Constitution Day; 3MON/03 Benito Juárez's Birthday; ${LABOUR}; 09-16 Independence Day; 3MON/11 Revolution Day; ${CHRISTMAS}`,
  PE: `${NY}; E-3 Maundy Thursday; ${GOOD_FRIDAY}; ${LABOUR}; 06-29 Saints Peter and Paul; 07-28 Independence Day; 07-29 Independence Day; 08-30 Saint Rose of Lima; 10-08 Battle of Angamos; ${ALL_SAINTS}; ${IMMACULATE}; ${CHRISTMAS}`,
  US: `01-01~U New Year's Day; 3MON/01 Martin Luther King Jr. Day; 3MON/02 Presidents' Day; LMON/05 Memorial Day; 06-19~U Juneteenth; 07-04~U Independence Day; 1MON/09 Labor Day; 2MON/10 Columbus Day; 11-11~U Veterans Day; 4THU/11 Thanksgiving; 12-25~U Christmas Day`,

  // Asia and the Pacific
  AE: `${NY}; 12-02 National Day; 12-03 National Day; ${FITR_3}; I12-09 Arafah Day; ${ADHA_3}; ${HIJRI}; ${MAWLID}`,
  AU: `01-01~M New Year's Day; 01-26~M Australia Day; ${GOOD_FRIDAY}; ${EASTER_MONDAY}; 04-25 Anzac Day; 12-25~P Christmas Day; 12-26~P Boxing Day`,
  CN: `${NY}; C01-01-1 Chinese New Year's Eve; C01-01 Chinese New Year; C01-02 Chinese New Year; C01-03 Chinese New Year; ${LABOUR}; C05-05 Dragon Boat Festival; C08-15 Mid-Autumn Festival; 10-01 National Day; 10-02 National Day; 10-03 National Day`,
  ID: `${NY}; C01-01 Chinese New Year; ${GOOD_FRIDAY}; ${LABOUR}; ${ASCENSION}; 06-01 Pancasila Day; 08-17 Independence Day; ${CHRISTMAS}; ${FITR_2}; ${ADHA}; ${HIJRI}; ${MAWLID}; I07-27 Ascension of the Prophet`,
  IN: `01-26 Republic Day; 08-15 Independence Day; 10-02 Gandhi Jayanti; ${EIDS}`,
  JP: `${NY}; 2MON/01 Coming of Age Day; 02-11~S National Foundation Day; 02-23~S Emperor's Birthday; 04-29~S Shōwa Day; 05-03 Constitution Day; 05-04 Greenery Day; 05-05 Children's Day; 3MON/07 Marine Day; 08-11~S Mountain Day; 3MON/09 Respect for the Aged Day; 2MON/10 Sports Day; 11-03~S Culture Day; 11-23~S Labour Thanksgiving Day`,
  KR: `${NY}; D01-01-1 Seollal; D01-01 Seollal; D01-02 Seollal; 03-01 Independence Movement Day; D04-08 Buddha's Birthday; 05-05 Children's Day; 06-06 Memorial Day; 08-15 Liberation Day; D08-14 Chuseok; D08-15 Chuseok; D08-16 Chuseok; 10-03 National Foundation Day; 10-09 Hangeul Day; ${CHRISTMAS}`,
  MY: `C01-01 Chinese New Year; C01-02 Chinese New Year; ${LABOUR}; 1MON/06 King's Birthday; 08-31~S Independence Day; 09-16~S Malaysia Day; ${CHRISTMAS}; ${FITR_2}; ${ADHA}; ${HIJRI}; ${MAWLID}`,
  NZ: `01-01~P New Year's Day; 01-02~P Day after New Year's Day; 02-06~M Waitangi Day; ${GOOD_FRIDAY}; ${EASTER_MONDAY}; 04-25~M Anzac Day; 1MON/06 King's Birthday; 2025-06-20 Matariki; 2026-07-10 Matariki; 2027-06-25 Matariki; 2028-07-14 Matariki; 2029-07-06 Matariki; 2030-06-21 Matariki; 4MON/10 Labour Day; 12-25~P Christmas Day; 12-26~P Boxing Day`,
  PH: `${NY}; E-3 Maundy Thursday; ${GOOD_FRIDAY}; 04-09 Day of Valour; ${LABOUR}; 06-12 Independence Day; LMON/08 National Heroes' Day; 11-30 Bonifacio Day; ${CHRISTMAS}; 12-30 Rizal Day; ${EIDS}`,
  PK: `02-05 Kashmir Day; 03-23 Pakistan Day; ${LABOUR}; 08-14 Independence Day; 11-09 Iqbal Day; 12-25 Quaid-e-Azam Day; ${FITR_3}; ${ADHA_3}; I01-09 Ashura; I01-10 Ashura; ${MAWLID}`,
  SA: `02-22 Founding Day; 09-23 National Day; ${FITR_3}; I12-09 Arafah Day; ${ADHA_3}`,
  SG: `01-01~S New Year's Day; C01-01~S Chinese New Year; C01-02~S Chinese New Year; ${GOOD_FRIDAY}; 05-01~S Labour Day; C04-15~S Vesak Day; 08-09~S National Day; 12-25~S Christmas Day; ${EIDS}`,
  VN: `${NY}; C01-01-1 Tết; C01-01 Tết; C01-02 Tết; C01-03 Tết; C01-04 Tết; C03-10 Hùng Kings' Day; 04-30 Reunification Day; ${LABOUR}; 09-02 National Day`,
}
