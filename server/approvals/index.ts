export {
  type ApprovalCaller,
  type ApprovalHandler,
  type ApprovalRow,
  assertApprovedAmount,
  assertNotBeneficiary,
  createLimitApproval,
  createMoneyApproval,
  createScopeApproval,
  pendingResult,
} from './approvals.ts'
export { approvalThreshold, settingNeedsApproval } from './limits.ts'
export { approvalRoutes } from './routes.ts'
