/** Handovers of assets between units. */

import type { Versioned } from './business';
import { api } from './client';
import type { Answer, Body, Schema } from './contract';
import { reading } from './reading';
import { defineResource } from './resource';

export type HandoverRow = Schema<'AssetHandoverOut'>;
export type AssetHandover = Schema<'HandoverDetail'>;
export type HandoverForm = Schema<'HandoverInput'>;
export type HandoverPlan = Schema<'HandoverPlanOut'>;
export type PassedItem = Schema<'PassedItem'>;
export type PassedLease = Schema<'PassedLease'>;
export type AccountEffect = Schema<'AccountEffect'>;

export const assetHandovers = defineResource<HandoverRow, HandoverForm>({
  name: 'asset-handover',
  base: '/asset/handover',
  id: 'handoverId',
});
export const assetHandoverQuery = reading('asset-handover-one', (id: number) => (signal) => fetchHandover(id, signal));
export const fetchHandover = (id: number, signal?: AbortSignal) =>
  api.get<Answer<'GET /asset/handover/{id}'>>(`/asset/handover/${id}`, {}, signal).then(({ data }) => data);

/** Every unit by name: who gives need not see what the receiver has. */
export type UnitOption = Schema<'UnitOption'>;
export const unitsQuery = {
  ...reading(
    'handover-units',
    () => () => api.get<Answer<'GET /asset/handover/units'>>('/asset/handover/units').then(({ data }) => data),
  )(),
  staleTime: 300_000,
};

/** What a form would do; nothing is written. */
export const tryHandover = (form: HandoverForm, signal: AbortSignal) =>
  api.ask<Answer<'POST /asset/handover/preview'>>('/asset/handover/preview', form, {}, signal).then(({ data }) => data);
export const confirmHandover = (form: Versioned<Body<'POST /asset/handover/confirm'>>) =>
  api.post('/asset/handover/confirm', form);
export const objectHandover = (form: Versioned<Body<'POST /asset/handover/object'>>) =>
  api.post('/asset/handover/object', form);
