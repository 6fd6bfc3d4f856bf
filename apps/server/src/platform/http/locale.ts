import { requestedLocale, localeOf, type Locale } from '@fettle/i18n/locales'
import type { FastifyRequest } from 'fastify'

type Asking = Pick<FastifyRequest, 'headers'>

const acceptedLocale = ({ headers }: Asking) => ({
  cookie: headers.cookie ?? '',
  accept: headers['accept-language'] ?? '',
})

/** The language to answer a request in: its cookie, its preference, or English. */
export const localeOfRequest = (request: Asking): Locale => localeOf(acceptedLocale(request))

/** The language a request names. Undefined: none of ours. */
export const requestedLocaleOf = (request: Asking): Locale | undefined => requestedLocale(acceptedLocale(request))
