import { requestedLocale, localeOf, type Locale } from '@fettle/protocol/common/locales'
import type { FastifyRequest } from 'fastify'

type Asking = Pick<FastifyRequest, 'headers'>

const acceptedLocale = ({ headers }: Asking) => ({
  cookie: headers.cookie ?? '',
  accept: headers['accept-language'] ?? '',
})

/** The language a request is answered in: chosen in its browser, else best liked by it, else English. */
export const localeOfRequest = (request: Asking): Locale => localeOf(acceptedLocale(request))

/** The same where the request says so; undefined where it names none of ours. */
export const requestedLocaleOf = (request: Asking): Locale | undefined => requestedLocale(acceptedLocale(request))
