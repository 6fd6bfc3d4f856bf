import { isMessage } from '@fettle/i18n/message'
import * as z from 'zod/mini'

/**
 * A text that the product writes, in a response. The server keeps it as a message until the response is sent, and then
 * writes it in the reader's language; so for everybody else it is a string.
 */
export const LocalizedText = z.custom<string>((value) => typeof value === 'string' || isMessage(value))
