/** Texts of a draft made from an offer, in the language of its provider, who may change them. */
export const fromOfferMessages = {
  'contract.milestone.deposit': 'Deposit',
  'contract.milestone.ACCEPTANCE': 'On acceptance',
  'contract.milestone.BEFORE_START': 'Before work starts',
  'contract.milestone.START': 'When work starts',
  'contract.milestone.COMPLETION': 'When the work is done',
  'contract.milestone.DATE': 'On an agreed date',
} as const
