import type { ErrorCode } from '@fettle/protocol'
import type { FastifyRequest } from 'fastify'
import type { AppError } from '../errors.ts'

/** Refusals of callers who are not who they say they are, may not do what they ask for, or try too often. */
const logged: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'UNAUTHENTICATED',
  'INVALID_CREDENTIALS',
  'GOOGLE_LOGIN_FAILED',
  'PASSWORD_INCORRECT',
  'PASSKEY_REJECTED',
  'SECOND_FACTOR_INVALID',
  'OTP_INVALID',
  'FORBIDDEN',
  'ACCOUNT_SUSPENDED',
  'LOGIN_THROTTLED',
  'PASSWORD_DISABLED',
  'OTP_ATTEMPTS_EXCEEDED',
  'SECOND_FACTOR_THROTTLED',
  'RATE_LIMITED',
  'FILE_INFECTED',
])

/** Logs a refusal that an operator who looks for attacks wants to see. Neither names nor input are logged. */
export function logRefusal(request: FastifyRequest, { code }: AppError): void {
  if (!logged.has(code)) return
  const { method, url, ip: address } = request
  request.log.info({ refusal: code, method, path: url.split('?', 1)[0], address }, 'refused')
}
