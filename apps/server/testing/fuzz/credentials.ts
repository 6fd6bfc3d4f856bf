import { DAY_MS } from '@fettle/protocol/core/durations'
import { raw } from 'sql-template-tag'
import { sql } from '../../src/platform/db/db.ts'
import type { OpenDb } from '../../src/platform/db/open-db.ts'

/** Credentials of recorded callers: changed requests end sessions, close accounts and replace API keys. */
export interface KeptCredentials {
  /** Notes what is valid now. Earlier notes stay. */
  keep(): Promise<void>
  /** Makes everything noted valid again, at the given time. */
  restore(now: Date): Promise<void>
}

const tables = ['accounts', 'sessions', 'session_tokens', 'api_keys'] as const

/** Keeps credentials in tables of their own, beside those of the product. */
export async function keepCredentials(db: OpenDb): Promise<KeptCredentials> {
  await db.execute(sql`create schema fuzz`)
  for (const table of tables)
    await db.execute(sql`create table fuzz.${raw(table)} (like ${raw(table)} including indexes)`)
  return {
    async keep() {
      for (const table of tables)
        await db.execute(sql`insert into fuzz.${raw(table)} select * from ${raw(table)} on conflict do nothing`)
    },
    async restore(now) {
      await db.execute(sql`
        update accounts set suspended_at = null, suspended_until = null, suspension_reason = null, closing_at = null
        where num_nonnulls(suspended_at, closing_at) > 0 and closed_at is null`)
      await db.execute(sql`
        insert into sessions select s.* from fuzz.sessions s join accounts a on a.id = s.account_id
        on conflict do nothing`)
      await db.execute(sql`
        update sessions set last_seen_at = ${now}, stepped_up_at = ${now}, step_up_method = 'PASSWORD',
          expires_at = ${new Date(now.getTime() + DAY_MS)}`)
      // Locked, because a request may end the session meanwhile.
      await db.execute(sql`
        insert into session_tokens select t.* from fuzz.session_tokens t join sessions s on s.id = t.session_id
        for key share of s
        on conflict do nothing`)
      await db.execute(sql`
        update api_keys k set hash = f.hash, previous_hash = null, previous_until = null, revoked_at = null,
          expires_at = f.expires_at, ip_allowlist = f.ip_allowlist, scopes = f.scopes
        from fuzz.api_keys f where f.id = k.id and k.hash is distinct from f.hash or k.revoked_at is not null`)
    },
  }
}
