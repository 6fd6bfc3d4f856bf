import { localized, textIn } from './messages.ts'

/** The name of a customer who left is stored empty: readers see what the customer was, in their language. */
const former = { code: 'FORMER_CUSTOMER' } as const

/** A customer's name as the value of a `LocalizedText` field. */
export const customerNameOf = (name: string): string => (name === '' ? localized(former) : name)

/** A customer's name for programs and files in English. */
export const plainCustomerName = (name: string): string => (name === '' ? textIn('en', former) : name)
