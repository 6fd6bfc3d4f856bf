/** Side panels. */
const plain = ['about', 'pinned', 'search', 'media'] as const

export type SidePanel = { name: (typeof plain)[number] } | { name: 'thread'; parentId: string }
export type SidePanelName = SidePanel['name']

const ID = /^[\w-]{1,64}$/

/** Parses the side panel from the address: `&side=pinned`, `&side=thread&thread=01j…`. */
export function readSidePanel(search: URLSearchParams): SidePanel | undefined {
  const sideParam = search.get('side')
  const parentId = search.get('thread') ?? ''
  if (sideParam === 'thread') return ID.test(parentId) ? { name: 'thread', parentId } : undefined
  const name = plain.find((each) => each === sideParam)
  return name && { name }
}

/** Parameters of the address with another side panel or none, and without the message they named. */
export function withSidePanel(search: URLSearchParams, side: SidePanel | undefined): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const key of ['side', 'thread', 'q', 'message']) next.delete(key)
  if (side) next.set('side', side.name)
  if (side?.name === 'thread') next.set('thread', side.parentId)
  return next
}

/** Where a message is shown: the conversation, or its thread. */
export interface MessageLocation {
  id: string
  parentId?: string | undefined
  inChannel?: boolean | undefined
}

/** Location of a message: replies not shown in the channel are in their thread. */
export const messageLocationOf = ({
  id,
  parentId,
  inChannel,
}: MessageLocation): { message: string; side?: string; thread?: string } =>
  parentId !== undefined && !inChannel ? { side: 'thread', thread: parentId, message: id } : { message: id }

/** Parameters of the address with a message to jump to. `keepSide` keeps the side panel where there is room. */
export function withMessage(search: URLSearchParams, message: MessageLocation, keepSide: boolean): URLSearchParams {
  const sharedLocation = messageLocationOf(message)
  const next = keepSide && !sharedLocation.side ? new URLSearchParams(search) : withSidePanel(search, undefined)
  for (const [key, value] of Object.entries(sharedLocation)) next.set(key, value)
  return next
}
