import { isApiError } from './api-error.ts'

/** The server's message, or `fallback`, for calls without a text of their own. */
export const errorText = (error: unknown, fallback: string): string =>
  isApiError(error) ? (error.serverMessage ?? (error.status === 0 ? error.message : fallback)) : fallback
