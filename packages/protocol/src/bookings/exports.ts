import * as z from 'zod/mini'
import { bookingChoice } from './index.ts'
import { operation } from '../core/operation.ts'
import { BookingId } from '../core/values.ts'

/** Job sheet and CSV export. */

export const getJobSheet = operation({
  name: 'bookings.jobSheet',
  method: 'GET',
  path: '/v2/bookings/:id/job-sheet.pdf',
  audience: 'provider',
  summary: 'Get the job sheet: parties, location, time, work and a field to sign. Tagged PDF, A4 or Letter.',
  params: z.object({ id: BookingId }),
  returns: z.unknown(),
  produces: 'application/pdf',
  errors: ['NOT_FOUND'],
})

export const exportBookings = operation({
  name: 'bookings.export',
  method: 'GET',
  path: '/v2/bookings/export.csv',
  audience: 'provider',
  summary: 'Export bookings as comma-separated values (RFC 4180, UTF-8 with a byte order mark), latest start first.',
  query: z.object(bookingChoice),
  returns: z.unknown(),
  produces: 'text/csv',
})
