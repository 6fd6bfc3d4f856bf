import type { AddPanelProps } from '../../composer/add-entries.ts'
import { CreatePoll } from './create-poll.tsx'

/** From the "+" menu, or by "/poll" with the question behind it. */
export default function PollPanel({ tools, args, onClose }: AddPanelProps) {
  return <CreatePoll cid={tools.target.store.cid} question={args.trim()} onClose={onClose} />
}
