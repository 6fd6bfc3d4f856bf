import { isApiError } from './api-error.ts'

/** The server's sentence, or `fallback`: for every call that has no wording of its own. */
export const errorText = (error: unknown, fallback: string): string =>
  isApiError(error) ? (error.serverMessage ?? (error.status === 0 ? error.message : fallback)) : fallback
