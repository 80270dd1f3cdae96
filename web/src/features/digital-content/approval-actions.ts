import { confirmApproval } from '@app/contracts/http/reviews.ts'
import { type Task, updateTask } from '@app/contracts/http/tasks.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../shared/api/call.ts'
import { keepTask, outcome } from './task-actions.ts'

export const useConfirmApproval = () =>
  useMutation({
    mutationFn: ({ _id }: Task) => call(confirmApproval, { params: { id: _id } }),
    ...outcome(useQueryClient(), keepTask, 'Approval confirmed', 'Error confirming the approval'),
  })

/** The task becomes Pending, so that the owner can decide again. */
export const useUndoApproval = () =>
  useMutation({
    mutationFn: ({ _id, version }: Task) => call(updateTask, { params: { id: _id }, body: { currentStatus: 'Pending', version } }),
    ...outcome(useQueryClient(), keepTask, 'Approval undone', 'Error undoing the approval'),
  })
