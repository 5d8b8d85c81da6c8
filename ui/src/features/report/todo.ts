/** Where a waiting document is decided, by its kind. */
export const TODO_PATHS: Readonly<Record<string, (id: number) => string>> = {
  lease: (id) => `/lease/lease/detail/${id}`,
  change: (id) => `/lease/lease/detail/${id}`,
  settlement: () => '/lease/settlement?state=1',
  waiver: () => '/fin/waiver?state=1',
  refund: () => '/fin/refund?state=1',
  expense: () => '/fin/expense?state=1',
  remittance: () => '/fin/remittance?state=1',
  exposure: () => '/expo/entry?state=1',
};
