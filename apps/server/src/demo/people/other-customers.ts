/** Ada's further customers of the half year, with their addresses. */
export const otherCustomers = {
  /** A nurse on nights: sleeps until two. */
  amara: {
    name: 'Amara Eze',
    phone: '+2348032201144',
    email: 'amara.eze@example.com',
    home: {
      line1: '16 Ogunlana Drive',
      city: 'Surulere',
      lat: 6.50214,
      lng: 3.35988,
      accessNotes: 'Please do not ring before two, I work nights.',
    },
  },
  /** Has a salon with six basins. */
  kemi: {
    name: 'Kemi Ogunleye',
    phone: '+2348028813370',
    email: 'kemi@kemiscrown.example.com',
    home: {
      line1: 'Kemi’s Crown, 88 Western Avenue',
      city: 'Ojuelegba',
      lat: 6.50917,
      lng: 3.36442,
      accessNotes: 'Through the shop. Closed on Mondays, knock hard.',
    },
  },
  /** Keeps a hostel for eighty students. */
  peter: {
    name: 'Peter Udoh',
    phone: '+2348074409921',
    email: 'office@unityhostel.example.com',
    home: {
      line1: 'Unity Hostel, 9 Jagunmolu Street',
      city: 'Bariga',
      lat: 6.53892,
      lng: 3.38604,
      accessNotes: 'The porter signs you in. The pump house is behind block B.',
    },
  },
  /** Bakes from three in the morning. */
  ngozi: {
    name: 'Ngozi Eke',
    phone: '+2348099017782',
    email: 'ngozi@ekebread.example.com',
    home: { line1: 'Eke Bread, 31 Ladipo Street', city: 'Mushin', lat: 6.53427, lng: 3.34561 },
  },
  /** Works from home, and measures everything. */
  emeka: {
    name: 'Emeka Anya',
    phone: '+2348165520903',
    email: 'emeka.anya@example.com',
    home: {
      line1: '7 Diya Street',
      city: 'Gbagada',
      lat: 6.55581,
      lng: 3.38917,
      accessNotes: 'Third floor. The lift is honest, but slow.',
    },
  },
  /** Looks after her mother’s house. */
  halima: {
    name: 'Halima Sani',
    phone: '+2348030066712',
    email: 'halima.sani@example.com',
    home: { line1: '22 Mende Villa Road', city: 'Maryland', lat: 6.57209, lng: 3.36781 },
  },
  /** Manages a block for owners abroad: everything in writing. */
  dayo: {
    name: 'Dayo Fashola',
    phone: '+2348055511209',
    email: 'dayo@bayviewcourt.example.com',
    home: {
      line1: 'Bayview Court, 3 Bourdillon Road',
      city: 'Ikoyi',
      lat: 6.45231,
      lng: 3.43702,
      accessNotes: 'Sign in with security and take the service stairs.',
    },
  },
  /** Runs a clinic that may not be without water. */
  segun: {
    name: 'Segun Alabi',
    phone: '+2348081230045',
    email: 'segun@alabiclinic.example.com',
    home: { line1: 'Alabi Clinic, 50 Coker Road', city: 'Ilupeju', lat: 6.5541, lng: 3.35728 },
  },
  /** Has twins, and a bathroom floor that shows it. */
  blessing: {
    name: 'Blessing Etim',
    phone: '+2347034418826',
    email: 'blessing.etim@example.com',
    home: { line1: '215 Road, House 14', city: 'Festac', lat: 6.46657, lng: 3.28419, accessNotes: 'Mind the toys.' },
  },
  /** An old sailor in an old house. */
  tunji: {
    name: 'Tunji Coker',
    phone: '+2348023007781',
    email: 'tunji.coker@example.com',
    home: { line1: '11 Griffith Street', city: 'Ebute Metta', lat: 6.48742, lng: 3.38123 },
  },
} as const
