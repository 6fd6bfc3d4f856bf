export { InviteCode } from './invite-code.tsx'
export { Terms } from './terms.tsx'
