import type { DashboardRange, Todo } from '@fettle/protocol/workspace/dashboard'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import { Link } from 'react-router'
import { errorText } from '../../lib/http/error-text.ts'
import { IconButton } from '../../ui/button.tsx'
import { Card, Section } from '../../ui/layout/card.tsx'
import { Countdown } from '../../ui/dates/countdown.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { dismissing } from './api.ts'
import { todoText } from './labels.ts'

const putOff = (what: string) => t`Snoozed until tomorrow: ${what}`

/** To-dos by urgency. Some can be dismissed until tomorrow. */
export function TodoList({ todos, range }: { todos: readonly Todo[]; range: DashboardRange }) {
  const client = useQueryClient()
  const dismiss = useMutation({
    ...dismissing(client, range),
    onError: (error) => void toast.error(t`Could not snooze it`, { body: errorText(error, t`Try again in a moment.`) }),
  })
  if (todos.length === 0) return null
  return (
    <Section title={<Trans>To do</Trans>}>
      <Card className="p-2">
        <ul className="grid">
          {todos.map((todo) => (
            <li key={todo.id} className="flex items-center gap-1">
              <Link
                to={todo.redirect}
                className="flex min-h-11 min-w-0 flex-1 flex-wrap items-center gap-x-3 rounded-control px-2 py-2 hover:bg-surface-hover active:bg-surface-hover"
              >
                <span className="flex-1 font-medium">{todoText(todo)}</span>
                {todo.dueAt && <Countdown until={todo.dueAt} over={t`Overdue`} className="text-sm" />}
              </Link>
              {todo.dismissible && (
                <IconButton
                  label={putOff(todoText(todo))}
                  icon={<Clock size={18} />}
                  onClick={() => dismiss.mutate(todo.id)}
                />
              )}
            </li>
          ))}
        </ul>
      </Card>
    </Section>
  )
}
