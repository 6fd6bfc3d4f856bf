import { useState, type ReactNode } from 'react'
import { call } from '../lib/api.ts'
import { formatMoment } from '../lib/format.ts'
import { useLoaded } from '../lib/live.ts'
import { linkTo } from '../lib/route.ts'
import { session } from '../lib/session.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { TextField } from '../ui/field.tsx'
import { Page, Waiting } from '../ui/page.tsx'
import { PhotoChoice, Photos } from '../ui/photo-choice.tsx'
import { MAX_TIMES, TimeChoice, type Slot } from '../ui/time-choice.tsx'

const MAX_PHOTOS = 10
const MINUTES = 60
const { home } = session

/** The fields the customer has filled in. */
interface RequestDraft {
  title: string
  description: string
  line1: string
  photos: readonly File[]
  slots: Slot[]
  /** Of the slots. */
  timeZone?: string
}

const empty: RequestDraft = { title: '', description: '', line1: home.line1, photos: [], slots: [] }
/** Requests that are not sent yet, by screen: their writers may look at something else first. */
const drafts = new Map<string, RequestDraft>()

/** A request that was sent without some of its photos. */
interface Unfinished {
  sentRequest: SentRequest
  photos: readonly File[]
}
/** Unfinished requests, by screen. */
const unfinishedRequests = new Map<string, Unfinished>()

/** Asks a provider for a job at a time, or for a quote. */
export function RequestPage({ providerId, wants }: { providerId: string; wants: 'job' | 'quote' }): ReactNode {
  const { data: provider, error } = useLoaded(providerId, () => call('getProvider', { params: { id: providerId } }))
  const screen = `${providerId} ${wants}`
  const [request, setRequest] = useState(drafts.get(screen) ?? empty)
  const [unfinished, setUnfinished] = useState(unfinishedRequests.get(screen))
  if (!provider) return <Waiting error={error} back={{ href: linkTo(''), label: 'Find a provider' }} />

  const sendPhotos = async (sentRequest: SentRequest, photos: readonly File[]) => {
    for (const [index, photo] of photos.entries()) {
      try {
        await sentRequest.addPhoto(photo)
      } catch (error) {
        const rest = { sentRequest, photos: photos.slice(index) }
        unfinishedRequests.set(screen, rest)
        setUnfinished(rest)
        throw error
      }
    }
    unfinishedRequests.delete(screen)
    window.location.hash = sentRequest.page
  }
  if (unfinished) {
    const { sentRequest, photos } = unfinished
    return (
      <Page title="Your request was sent">
        <Card title="Photos that could not be sent">
          <Photos photos={photos} />
        </Card>
        <Button onPress={() => sendPhotos(sentRequest, photos)}>Send the photos again</Button>
        <ButtonLink href={sentRequest.page} variant="secondary" onPress={() => unfinishedRequests.delete(screen)}>
          Go on without them
        </ButtonLink>
      </Page>
    )
  }

  const change = (part: Partial<RequestDraft>) => {
    const changed = { ...request, ...part }
    drafts.set(screen, changed)
    setRequest(changed)
  }
  const { title, description, line1, photos, slots } = request
  const [heading, label, make] =
    wants === 'quote'
      ? [`Ask ${provider.name} for a quote`, 'Ask for a quote', askForQuote]
      : [`Book ${provider.name}`, 'Send request', bookJob]
  const send = async () => {
    const sentRequest = await make(providerId, request)
    // From here on the request exists, and must not be sent again.
    drafts.delete(screen)
    await sendPhotos(sentRequest, photos).catch(() => undefined)
  }
  return (
    <Page title={heading} back={linkTo('providers', providerId)}>
      <Card>
        <div className="grid gap-4">
          <TextField
            label="What needs doing?"
            placeholder="Kitchen tap drips"
            value={title}
            onChange={(text) => change({ title: text })}
          />
          <TextField
            isLong
            label="Details"
            placeholder="Since when, how large, what you tried"
            value={description}
            onChange={(text) => change({ description: text })}
          />
          <TextField label={`Address in ${home.city}`} value={line1} onChange={(text) => change({ line1: text })} />
        </div>
      </Card>
      <Card title="Photos">
        <PhotoChoice
          label="Add photos"
          photos={photos}
          max={MAX_PHOTOS}
          onChange={(chosen) => change({ photos: chosen })}
        />
      </Card>
      <Card title={`When? Choose up to ${MAX_TIMES} times`}>
        <TimeChoice
          providerId={providerId}
          durationMinutes={MINUTES}
          chosen={slots}
          onChange={(chosen, timeZone) => change({ slots: chosen, timeZone })}
        />
      </Card>
      <Button onPress={send}>{label}</Button>
    </Page>
  )
}

/** A request that was made: how it gets photos, and where its page is. */
interface SentRequest {
  addPhoto: (file: File) => Promise<unknown>
  page: string
}

/** A booking has one time: the first. The provider reads the others in the description and can propose them. */
async function bookJob(providerId: string, request: RequestDraft): Promise<SentRequest> {
  const { title, line1, slots, timeZone } = request
  const [first, ...others] = slots
  const alternatives = others.map(({ startAt }) => formatMoment(startAt, timeZone)).join(' or ')
  const description = alternatives ? `${request.description}\n\nAlso possible: ${alternatives}.` : request.description
  const when = first ? { startAt: first.startAt } : { schedulingMode: 'UNSCHEDULED' as const }
  const location = { ...home, line1 }
  const body = { title, description, location, ...when, providerId, durationMinutes: MINUTES }
  const { id } = await call('createBooking', { body })
  return {
    addPhoto: (file) => call('addBookingPhoto', { params: { id }, body: { kind: 'ISSUE' }, file }),
    page: linkTo('bookings', id),
  }
}

async function askForQuote(providerId: string, request: RequestDraft): Promise<SentRequest> {
  const { title, description, line1, slots } = request
  const location = { ...home, line1 }
  const body = { title, description, location, providerIds: [providerId], preferredSlots: slots }
  const { id, offers } = await call('requestOffers', { body })
  return {
    addPhoto: (file) => call('addOfferPhoto', { params: { id }, body: {}, file }),
    page: linkTo('offers', offers[0]?.id ?? ''),
  }
}
