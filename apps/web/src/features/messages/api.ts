import { getStreamToken } from '@fettle/protocol/channels'
import { call } from '../../lib/api.ts'

/** A chat token for whoever is signed in, with the public key of the chat it is for. */
export const fetchStreamToken = () => call(getStreamToken, {})
