import type { Location } from '@fettle/protocol/bookings'
import type { CallInput } from '@fettle/protocol'
import type { createMarketplaceBooking } from '@fettle/protocol/marketplace/bookings'

type Home = CallInput<typeof createMarketplaceBooking>['body']['location'] & Pick<Location, 'line1' | 'city'>

/** A persona's character, which determines actions and messages. Delays in seconds, shares from 0 to 1. */
export interface Persona {
  /** External id in the marketplace. */
  key: string
  name: string
  locale: string
  avatar: string | null
  phone: string
  /** Greeting and thanks in their own language. */
  greeting: string
  thanks: string
  home: Home
  /** Delay from reading to writing. */
  replyDelay: readonly [min: number, max: number]
  /** Delay from a message's arrival to reading it. */
  readDelay: readonly [min: number, max: number]
  /** Price sensitivity. */
  priceSensitivity: number
  /** Tendency to write more than needed. */
  chattiness: number
  punctuality: number
  /** Probability of rescheduling or cancelling. */
  changeMind: number
  noShow: number
  /** Probability of sending photos unasked. */
  photoHabit: number
}

const lagos = (line1: string, city: string, lat: number, lng: number, accessNotes: string): Home => ({
  line1,
  city,
  state: 'Lagos',
  country: 'NG',
  lat,
  lng,
  accessNotes,
})

const person = (
  key: string,
  name: string,
  phone: string,
  words: Pick<Persona, 'locale' | 'greeting' | 'thanks'>,
  home: Home,
  traits: Omit<Persona, 'key' | 'name' | 'phone' | 'locale' | 'greeting' | 'thanks' | 'home' | 'avatar'>,
): Persona => ({ key: `sim-${key}`, name, phone, avatar: null, home, ...words, ...traits })

const yoruba = { locale: 'yo-NG', greeting: 'ẹ n lẹ', thanks: 'ẹ ṣé' }
const igbo = { locale: 'ig-NG', greeting: 'ndewo', thanks: 'daalụ' }
const hausa = { locale: 'ha-NG', greeting: 'sannu', thanks: 'na gode' }
const english = { locale: 'en-NG', greeting: 'good day', thanks: 'thank you' }
const french = { locale: 'fr-BJ', greeting: 'bonjour', thanks: 'merci' }
const portuguese = { locale: 'pt-BR', greeting: 'olá', thanks: 'obrigada' }

/** Twelve customers besides those of the demo data. */
export const personas: readonly Persona[] = [
  person(
    'amaka',
    'Amaka Eze',
    '+2348031110001',
    igbo,
    lagos('9 Ogunlana Drive', 'Surulere', 6.4979, 3.3591, 'Green gate, ring twice.'),
    {
      replyDelay: [8, 25],
      readDelay: [2, 6],
      priceSensitivity: 0.4,
      chattiness: 0.7,
      punctuality: 0.9,
      changeMind: 0.1,
      noShow: 0.02,
      photoHabit: 0.8,
    },
  ),
  person(
    'kunle',
    'Kunle Adebayo',
    '+2348031110002',
    yoruba,
    lagos('22 Toyin Street', 'Ikeja', 6.5969, 3.3518, 'Flat 4. The lift is out of order.'),
    {
      replyDelay: [15, 60],
      readDelay: [4, 15],
      priceSensitivity: 0.9,
      chattiness: 0.5,
      punctuality: 0.6,
      changeMind: 0.3,
      noShow: 0.05,
      photoHabit: 0.4,
    },
  ),
  person(
    'zainab',
    'Zainab Bello',
    '+2348031110003',
    hausa,
    lagos('6 Commercial Avenue', 'Yaba', 6.5095, 3.3779, 'Ask the guard for Mrs. Bello.'),
    {
      replyDelay: [5, 15],
      readDelay: [1, 4],
      priceSensitivity: 0.3,
      chattiness: 0.3,
      punctuality: 1,
      changeMind: 0.05,
      noShow: 0,
      photoHabit: 0.5,
    },
  ),
  person(
    'femi',
    'Femi Ogunleye',
    '+2348031110004',
    yoruba,
    lagos('17 Adelabu Street', 'Surulere', 6.4892, 3.3502, 'Behind the bakery.'),
    {
      replyDelay: [20, 90],
      readDelay: [6, 30],
      priceSensitivity: 0.6,
      chattiness: 0.2,
      punctuality: 0.4,
      changeMind: 0.5,
      noShow: 0.3,
      photoHabit: 0.1,
    },
  ),
  person(
    'ngozi',
    'Ngozi Umeh',
    '+2348031110005',
    igbo,
    lagos('31 Bode Thomas Street', 'Surulere', 6.4921, 3.3577, 'Second floor; the bell works.'),
    {
      replyDelay: [6, 20],
      readDelay: [2, 8],
      priceSensitivity: 0.8,
      chattiness: 0.9,
      punctuality: 0.8,
      changeMind: 0.2,
      noShow: 0.02,
      photoHabit: 0.9,
    },
  ),
  person(
    'yusuf',
    'Yusuf Danladi',
    '+2348031110006',
    hausa,
    lagos('2 Ajose Adeogun Street', 'Victoria Island', 6.4302, 3.4327, 'Reception knows you are coming.'),
    {
      replyDelay: [10, 30],
      readDelay: [3, 10],
      priceSensitivity: 0.1,
      chattiness: 0.2,
      punctuality: 0.9,
      changeMind: 0.1,
      noShow: 0.02,
      photoHabit: 0.2,
    },
  ),
  person(
    'celestine',
    'Célestine Houngbédji',
    '+22990111007',
    french,
    lagos('12 Admiralty Road', 'Lekki', 6.4489, 3.4725, 'Estate gate: say house 12.'),
    {
      replyDelay: [8, 30],
      readDelay: [2, 9],
      priceSensitivity: 0.5,
      chattiness: 0.8,
      punctuality: 0.8,
      changeMind: 0.2,
      noShow: 0.05,
      photoHabit: 0.7,
    },
  ),
  person(
    'emeka',
    'Emeka Nnadi',
    '+2348031110008',
    english,
    lagos('44 Allen Avenue', 'Ikeja', 6.6003, 3.3515, 'The workshop at the back.'),
    {
      replyDelay: [4, 12],
      readDelay: [1, 4],
      priceSensitivity: 0.7,
      chattiness: 0.4,
      punctuality: 0.9,
      changeMind: 0.1,
      noShow: 0.02,
      photoHabit: 0.3,
    },
  ),
  person(
    'bisi',
    'Bisi Afolabi',
    '+2348031110009',
    yoruba,
    lagos('3 Randle Avenue', 'Surulere', 6.5011, 3.3549, 'Mind the dog: he only barks.'),
    {
      replyDelay: [12, 40],
      readDelay: [3, 12],
      priceSensitivity: 0.6,
      chattiness: 1,
      punctuality: 0.7,
      changeMind: 0.4,
      noShow: 0.05,
      photoHabit: 0.6,
    },
  ),
  person(
    'luciana',
    'Luciana da Silva',
    '+2348031110010',
    portuguese,
    lagos('8 Campos Square', 'Lagos Island', 6.4561, 3.3966, 'The yellow house with the balcony.'),
    {
      replyDelay: [7, 25],
      readDelay: [2, 7],
      priceSensitivity: 0.4,
      chattiness: 0.8,
      punctuality: 0.6,
      changeMind: 0.3,
      noShow: 0.05,
      photoHabit: 0.9,
    },
  ),
  person(
    'haruna',
    'Haruna Sule',
    '+2348031110011',
    hausa,
    lagos('15 Herbert Macaulay Way', 'Yaba', 6.5052, 3.3742, 'The shop is open from eight.'),
    {
      replyDelay: [30, 120],
      readDelay: [10, 40],
      priceSensitivity: 0.5,
      chattiness: 0.1,
      punctuality: 0.5,
      changeMind: 0.2,
      noShow: 0.2,
      photoHabit: 0,
    },
  ),
  person(
    'efe',
    'Efe Omorogbe',
    '+2348031110012',
    english,
    lagos('27 Itire Road', 'Surulere', 6.5068, 3.3466, 'Call from the junction, I will come out.'),
    {
      replyDelay: [6, 18],
      readDelay: [1, 6],
      priceSensitivity: 0.7,
      chattiness: 0.6,
      punctuality: 0.7,
      changeMind: 0.2,
      noShow: 0.05,
      photoHabit: 0.5,
    },
  ),
]

/** A persona's data for the marketplace. */
export const customerBody = ({ key, name, phone, home, locale }: Persona) => ({
  params: { externalId: key },
  body: { name, phone, email: `${key}@example.com`, locale, timeZone: 'Africa/Lagos', addresses: [home] },
})
