import { createHttpPartSender, type SendPart } from '@fettle/chat-client'
import type { Profile } from '@fettle/protocol/accounts/profile'
import { credentialsOf } from '../../connection/credentials.ts'

/** Uploads file parts as the signed-in user, who is resolved with the first part. */
export function sendPartOf(profile: Profile): SendPart<Blob> {
  let parts: Promise<SendPart<Blob>> | undefined
  return async (part) => {
    parts ??= credentialsOf(profile).then((credentials) => createHttpPartSender(location.origin, credentials))
    return (await parts)(part)
  }
}
