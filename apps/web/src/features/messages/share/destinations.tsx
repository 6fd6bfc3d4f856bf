import { listBookings } from '@fettle/protocol/bookings/calls'
import type { PhotoKind } from '@fettle/protocol/bookings/photos'
import { photoKinds } from '@fettle/protocol/bookings/constants'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import { CalendarDays } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useNow } from '../../../lib/browser/now.ts'
import { useProfile } from '../../../shared/profile/profile.ts'
import { queryOf } from '../../../lib/http/query.ts'
import type { SharedPhoto } from '../../../lib/offline/shared-photos.ts'
import { whenOf } from '../../../shared/bookings/booking-when.ts'
import { upcomingBookingsQueries } from '../../../shared/bookings/upcoming-bookings.ts'
import { LoadErrorNote } from '../../../shared/errors/load-error-note.tsx'
import { kindFor, kindLabel } from '../../../shared/forms/photo-kinds.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { SelectField, TextField } from '../../../ui/forms/field.tsx'
import { SearchField } from '../../../ui/forms/search-field.tsx'
import { useChat } from '../connection/chat.ts'
import { useFoundChannels } from '../list/use-found-channels.ts'
import { nameOf, othersOf } from '../channel-members.ts'
import { isAbout, jobsFor, takesPhotos, type ShareTarget } from './model.ts'
import { useSharePlacement } from './use-share-placement.ts'

/** Shown per group before searching. */
const MAX_SHOWN_PER_GROUP = 6
/** A search field is shown from this number of destinations. */
const SEARCH_FROM_COUNT = 8

interface DestinationsProps {
  photos: readonly SharedPhoto[]
  /** Called when photos have been sent or queued. */
  onPlaced: (ids: readonly string[]) => Promise<void>
}

/** Selects a conversation or job for shared photos, then sends them. */
export function Destinations({ photos, onPlaced }: DestinationsProps) {
  const [q, setQ] = useState('')
  const [target, setTarget] = useState<ShareTarget>()
  const [text, setText] = useState('')
  const { busy, put } = useSharePlacement(photos, onPlaced)
  const { jobs, ...loading } = useJobs()
  const conversations = useConversations(q)
  const found = jobs.filter((job) => isAbout(q, job.title, job.customer.name, job.reference))
  const now = useNow()
  const count = photos.length
  const name = target?.name ?? ''
  return (
    <>
      <fieldset className="grid gap-4">
        <legend className="mb-2 text-lg font-semibold">
          <Trans>Where should these go?</Trans>
        </legend>
        {(q !== '' || jobs.length + conversations.length > SEARCH_FROM_COUNT) && (
          <SearchField value={q} onChange={setQ} label={t`Search customers and jobs`} />
        )}
        {found.length > 0 && (
          <Group title={<Trans>Job photos</Trans>}>
            {found.slice(0, MAX_SHOWN_PER_GROUP).map((job) => (
              <Choice
                key={job.id}
                chosen={target?.id === job.id}
                onChoose={() => setTarget({ kind: 'booking', id: job.id, name: job.title, shows: kindFor(job) })}
                icon={
                  <span className="grid size-10 place-items-center rounded-full bg-surface-hover text-text-muted">
                    <CalendarDays size={20} aria-hidden="true" />
                  </span>
                }
                title={job.title}
                hint={[job.customer.name, ...Object.values(whenOf(job, now))].filter(Boolean).join(' · ')}
              />
            ))}
          </Group>
        )}
        {conversations.length > 0 && (
          <Group title={<Trans>A conversation</Trans>}>
            {conversations.slice(0, MAX_SHOWN_PER_GROUP).map(({ id, name, image }) => (
              <Choice
                key={id}
                chosen={target?.id === id}
                onChoose={() => setTarget({ kind: 'conversation', id, name })}
                icon={<Avatar name={name} src={image} />}
                title={name}
              />
            ))}
          </Group>
        )}
        {loading.isError && (
          <LoadErrorNote query={loading}>
            <Trans>We couldn't load all your jobs.</Trans>
          </LoadErrorNote>
        )}
        {found.length + conversations.length === 0 && (q !== '' || loading.isComplete) && (
          <p className="text-text-muted">
            {q ? (
              <Trans>No results</Trans>
            ) : (
              <Trans>No jobs or conversations yet. Your photos stay here until you have one.</Trans>
            )}
          </p>
        )}
      </fieldset>
      {target && (
        <div data-bottom-bar className="sticky bottom-0 grid gap-3 border-t border-line bg-surface py-4">
          {target.kind === 'booking' ? (
            <SelectField
              label={t`Photo type`}
              value={target.shows}
              onChange={(event) => setTarget({ ...target, shows: event.target.value as PhotoKind })}
            >
              {photoKinds.map((name) => (
                <option key={name} value={name}>
                  {kindLabel(name)}
                </option>
              ))}
            </SelectField>
          ) : (
            <TextField
              label={t`Add a message (optional)`}
              value={text}
              maxLength={1000}
              onChange={(event) => setText(event.target.value)}
            />
          )}
          <Button wide busy={busy} onClick={() => void put(target, text)}>
            {target.kind === 'booking'
              ? plural(count, { one: `Add # photo to ${name}`, other: `Add # photos to ${name}` })
              : plural(count, { one: `Send # photo to ${name}`, other: `Send # photos to ${name}` })}
          </Button>
        </div>
      )}
    </>
  )
}

/** Jobs around today come from this device; others are fetched. */
function useJobs() {
  const now = useNow()
  const open = queryOf(listBookings, { query: { status: takesPhotos.join(','), sort: 'startAt', limit: 100 } })
  const queries = useQueries({ queries: [...upcomingBookingsQueries(now), open] })
  const failed = queries.filter(({ isError }) => isError)
  return {
    jobs: jobsFor(
      queries.flatMap(({ data }) => data ?? []),
      now,
    ),
    isComplete: queries.every(({ data }) => data !== undefined),
    isError: failed.length > 0,
    isFetching: failed.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(failed.map(({ refetch }) => refetch())),
  }
}

function useConversations(q: string) {
  const { id: user } = useProfile()
  const { channels, connected, me } = useChat()
  const found = useFoundChannels('all', q.trim(), q.trim() !== '' && connected)
  return (q.trim() && connected ? found.channels : channels)
    .map(({ cid, channel }) => {
      const userId = me?.id ?? user
      return {
        id: cid,
        name: nameOf(channel, userId),
        image: channel.image ?? othersOf(channel, userId)[0]?.user.image,
      }
    })
    .filter(({ name }) => connected || isAbout(q, name))
}

const Group = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <div className="grid gap-1">
    <h2 dir="auto" className="text-sm font-semibold text-text-muted">
      {title}
    </h2>
    {children}
  </div>
)

interface ChoiceProps {
  chosen: boolean
  onChoose: () => void
  icon: ReactNode
  title: string
  hint?: string
}

const Choice = ({ chosen, onChoose, icon, title, hint }: ChoiceProps) => (
  <label className="flex min-h-14 items-center gap-3 rounded-card px-3 py-2 transition-colors hover:bg-surface-hover has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text">
    <input
      type="radio"
      name="place"
      checked={chosen}
      onChange={onChoose}
      className="size-5 shrink-0 appearance-none rounded-full border border-line-strong bg-surface-raised outline-none checked:border-6 checked:border-accent"
    />
    {icon}
    <span className="grid min-w-0">
      <span dir="auto" className="truncate font-medium">
        {title}
      </span>
      {hint && <span className="truncate text-sm text-text-muted">{hint}</span>}
    </span>
  </label>
)
