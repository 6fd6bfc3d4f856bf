import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../../routing/paths.ts'
import type { AddPanelProps } from './add-entries.ts'
import { customerOf } from './customer.ts'

/** Goes to where offers are made, for this customer, and leads back here. What is being written waits as a draft. */
export default function OfferPanel({ tools, onClose }: AddPanelProps) {
  const navigate = useNavigate()
  const go = useEffectEvent(() => {
    const customer = customerOf(tools)
    onClose()
    const from = tools.target.store.cid.replace('messaging:', '')
    void navigate(`${paths.offers}?${new URLSearchParams({ new: '', ...(customer && { customer }), from })}`)
  })
  useEffect(() => go(), [])
  return null
}
