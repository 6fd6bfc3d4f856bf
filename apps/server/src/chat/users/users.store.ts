import type { ChatRole, UserRef } from '@fettle/protocol/chat/users/users'
import { sql, type Queryable } from '../../platform/db/db.ts'

export interface UserRow {
  id: string
  name: string
  image: string | null
  role: ChatRole
  custom: Record<string, unknown>
  last_active_at: Date | null
}

/** Undefined fields stay. */
export interface UserChange {
  id: string
  name?: string | undefined
  image?: string | null | undefined
  role?: ChatRole | undefined
  custom?: Record<string, unknown> | undefined
}

/** Creates or updates a user. */
export async function saveUser(
  db: Queryable,
  { id, name, image, role, custom }: UserChange,
  now: Date,
): Promise<UserRow> {
  const columns = {
    name: name ?? null,
    image: image ?? null,
    role: role ?? null,
    custom: custom ? JSON.stringify(custom) : null,
  }
  return db.one<UserRow>(sql`
    insert into chat.users as u (id, name, image, role, custom, created_at, updated_at)
    values (${id}, coalesce(${columns.name}::text, ''), ${columns.image}, coalesce(${columns.role}::text, 'customer'),
            coalesce(${columns.custom}::jsonb, '{}'), ${now}, ${now})
    on conflict (id) do update set
      name = coalesce(${columns.name}::text, u.name),
      image = case when ${image !== undefined} then ${columns.image}::text else u.image end,
      role = coalesce(${columns.role}::text, u.role),
      custom = coalesce(${columns.custom}::jsonb, u.custom),
      updated_at = ${now}
    returning id, name, image, role, custom, last_active_at`)
}

/** Creates a user. An existing one takes the name and picture only if it has no name. */
export async function introduceUser(
  db: Queryable,
  { id, name, image }: { id: string; name: string; image: string | null },
  now: Date,
): Promise<UserRow> {
  return db.one<UserRow>(sql`
    insert into chat.users as u (id, name, image, created_at, updated_at)
    values (${id}, ${name}, ${image}, ${now}, ${now})
    on conflict (id) do update set
      name = case when u.name = '' then excluded.name else u.name end,
      image = case when u.name = '' then excluded.image else u.image end,
      updated_at = ${now}
    returning id, name, image, role, custom, last_active_at`)
}

export async function findUser(db: Queryable, id: string): Promise<UserRow | undefined> {
  return db.maybeOne<UserRow>(sql`
    select id, name, image, role, custom, last_active_at from chat.users where id = ${id}`)
}

/** A user's name and picture. */
export const findUserRef = (db: Queryable, id: string) =>
  db.maybeOne<UserRef>(sql`select id, name, image from chat.users where id = ${id}`)

/** Which of these users exist. */
export async function listKnown(db: Queryable, ids: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`select id from chat.users where id = any(${ids})`)
  return rows.map(({ id }) => id)
}

/** Stores last-seen times. An earlier time never replaces a later one. */
export async function touchUsers(db: Queryable, seen: readonly { id: string; at: Date }[]): Promise<void> {
  await db.execute(sql`
    with seen as (
      select id, max(at) as at
      from unnest(${seen.map(({ id }) => id)}::text[], ${seen.map(({ at }) => at)}::timestamptz[]) as s (id, at)
      group by id)
    update chat.users u set last_active_at = seen.at
    from seen where u.id = seen.id and (u.last_active_at is null or u.last_active_at < seen.at)`)
}
