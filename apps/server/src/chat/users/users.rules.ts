import type { ChatUser } from '@fettle/protocol/chat/users/users'
import type { UserRow } from './users.store.ts'

/** A user as others see them. */
export function toUser(row: UserRow, online: boolean): ChatUser {
  return {
    id: row.id,
    name: row.name,
    image: row.image,
    role: row.role,
    online,
    lastActiveAt: row.last_active_at?.toISOString() ?? null,
    custom: row.custom,
  }
}
