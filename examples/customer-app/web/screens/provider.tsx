import type { ReactNode } from 'react'
import { call } from '../lib/api.ts'
import { formatDate, formatTrade } from '../lib/format.ts'
import { useLoaded } from '../lib/live.ts'
import { goTo, linkTo } from '../lib/route.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Rating } from '../ui/rating.tsx'
import { Page, Waiting } from '../ui/page.tsx'

/** A provider as customers see them, with what one can ask of them. */
export function ProviderPage({ id }: { id: string }): ReactNode {
  const { data, error } = useLoaded(id, async () => ({
    provider: await call('getProvider', { params: { id } }),
    reviews: await call('listReviews', { query: { providerId: id, limit: 10 } }),
  }))
  if (!data) return <Waiting error={error} back={{ href: linkTo(''), label: 'Find a provider' }} />
  const { provider, reviews } = data
  return (
    <Page title={provider.name} back={linkTo('')}>
      <div className="flex items-center gap-4">
        <Avatar name={provider.name} avatar={provider.avatar} size={80} />
        <p className="grid gap-1">
          <span className="text-lg">{formatTrade(provider)}</span>
          <Rating rating={provider.rating} />
        </p>
      </div>
      <div className="grid gap-2 sm:grid-cols-3">
        <ButtonLink href={linkTo('request', id, 'job')}>Book a job</ButtonLink>
        <ButtonLink href={linkTo('request', id, 'quote')} variant="secondary">
          Ask for a quote
        </ButtonLink>
        <Button variant="secondary" onPress={() => openConversation(id)}>
          Message
        </Button>
      </div>
      <Card title="Latest reviews">
        {reviews.length === 0 && <p className="text-muted">No reviews yet.</p>}
        <ul className="grid gap-4">
          {reviews.map((review) => (
            <li key={review.id}>
              <p className="flex justify-between gap-3">
                <strong className="font-semibold">{'★'.repeat(review.rating)}</strong>
                <span className="text-muted">{formatDate(review.createdAt)}</span>
              </p>
              <p className="mt-1">{review.comment || 'No comment.'}</p>
              {review.reply && <p className="mt-2 border-l-2 border-line pl-3 text-muted">{review.reply.text}</p>}
            </li>
          ))}
        </ul>
      </Card>
    </Page>
  )
}

/** Opens the conversation with a provider. */
export async function openConversation(providerId: string): Promise<void> {
  const { cid } = await call('openChannel', { body: { providerId } })
  goTo('messages', cid)
}
