import { sql, type Queryable } from '../../platform/db/db.ts'

export interface CommandRow {
  name: string
  description: string
  args: string
  url: string | null
  secret: string
}

export const listCommands = (db: Queryable) =>
  db.query<CommandRow>(sql`select name, description, args, url, secret from chat.commands order by name limit 200`)

export const findCommand = (db: Queryable, name: string) =>
  db.maybeOne<CommandRow>(sql`select name, description, args, url, secret from chat.commands where name = ${name}`)

/** Saves a command. An existing one keeps its secret. */
export const saveCommand = (db: Queryable, row: CommandRow, now: Date) =>
  db.one<CommandRow>(sql`
    insert into chat.commands (name, description, args, url, secret, created_at)
    values (${row.name}, ${row.description}, ${row.args}, ${row.url}, ${row.secret}, ${now})
    on conflict (name) do update set description = excluded.description, args = excluded.args, url = excluded.url
    returning name, description, args, url, secret`)

export const deleteCommand = (db: Queryable, name: string) =>
  db.executeCount(sql`delete from chat.commands where name = ${name}`)

/** Members of a channel with a name, or a word of it, that starts with the query. */
export const listPeople = (
  db: Queryable,
  { cid, q, after, limit }: { cid: string; q: string; after: string | undefined; limit: number },
) =>
  db.query<{ id: string; name: string; image: string | null }>(sql`
    select u.id, u.name, u.image from chat.members m join chat.users u on u.id = m.user_id
    where m.cid = ${cid}
      and (starts_with(lower(u.name), lower(${q})) or position(' ' || lower(${q}) in lower(u.name)) > 0)
      and (${after ?? null}::text is null
        or (lower(u.name), u.id) > (select lower(name), id from chat.users where id = ${after ?? null}))
    order by lower(u.name), u.id limit ${limit}`)
