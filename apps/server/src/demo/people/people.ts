import { otherCustomers } from './other-customers.ts'

/** People of the demo data. */

export const PASSWORD = 'fettle-demo-2026'

export const ada = {
  /** VAT, as in her price book. */
  usualTaxRateBps: 750,
  email: 'ada@fettle.test',
  phone: '+2348031234567',
  personal: { firstName: 'Ada', lastName: 'Obi', dateOfBirth: '1989-04-12', gender: 'FEMALE' },
  location: { address: '12 Bode Thomas Street', city: 'Surulere', state: 'Lagos', country: 'NG' },
  banking: { accountName: 'Ada Obi', bankName: 'Guaranty Trust Bank', accountNumber: '0123456785' },
  professional: {
    serviceType: 'PLUMBING',
    skillLevel: 'EXPERT',
    yearsOfExperience: 14,
    servicesProvided: ['Leaks and bursts', 'Drains', 'Water heaters', 'Bathroom fitting'],
  },
} as const

export const bola = { email: 'bola@fettle.test', phone: '+2348057654321', firstName: 'Bola', lastName: 'Adewale' }

/** Ada's regular customers with address and character, which shapes their messages. */
export const customers = {
  /** An engineer: few words, on time. */
  chidi: {
    name: 'Chidi Okafor',
    phone: '+2348090001122',
    email: 'chidi.okafor@example.com',
    home: {
      line1: '5 Adeniran Ogunsanya Street',
      city: 'Surulere',
      lat: 6.49518,
      lng: 3.35672,
      accessNotes: 'Blue gate. Call when you arrive.',
    },
  },
  /** Lets four flats in Yaba: the best customer, and a talker. */
  funke: {
    name: 'Funke Adeyemi',
    phone: '+2348023344556',
    email: 'funke@adeyemi-homes.example.com',
    home: {
      line1: '27 Herbert Macaulay Way',
      city: 'Yaba',
      lat: 6.50952,
      lng: 3.37113,
      accessNotes: 'The caretaker, Mr. Sunday, has the keys.',
    },
  },
  /** Runs a restaurant: always in a hurry, pays at once. */
  ibrahim: {
    name: 'Ibrahim Musa',
    phone: '+2348061112233',
    email: 'ibrahim@sahelgrill.example.com',
    home: {
      line1: 'Sahel Grill, 14 Allen Avenue',
      city: 'Ikeja',
      lat: 6.60184,
      lng: 3.35149,
      accessNotes: 'Use the kitchen door behind the building.',
    },
  },
  /** A retired teacher: writes letters, not messages. */
  grace: {
    name: 'Grace Nwosu',
    phone: '+2348037788990',
    email: 'grace.nwosu@example.com',
    home: { line1: '3 Apapa Road', city: 'Ebute Metta', lat: 6.48286, lng: 3.37868 },
  },
  /** A student with three flatmates: counts every naira. */
  tobi: {
    name: 'Tobi Balogun',
    phone: '+2348145566778',
    email: 'tobi.balogun@example.com',
    home: {
      line1: '41 St. Finbarr’s Road',
      city: 'Akoka',
      lat: 6.52561,
      lng: 3.38848,
      accessNotes: 'Second floor, left.',
    },
  },
  /** Moving in from Accra, still choosing tiles. */
  sarah: {
    name: 'Sarah Mensah',
    phone: '+233244112233',
    email: 'sarah.mensah@example.com',
    home: {
      line1: '8 Admiralty Way',
      city: 'Lekki',
      lat: 6.44739,
      lng: 3.47232,
      accessNotes: 'Estate gate: say you are here for house 8.',
    },
  },
  ...otherCustomers,
} as const

export type CustomerKey = keyof typeof customers
