import { ChatError } from '@fettle/chat-client'

/** Whether the chat server refused a request for good, so that trying again does not help. */
export const isRefused = (error: unknown): boolean =>
  error instanceof ChatError && error.failure !== undefined && !error.failure.retryable
