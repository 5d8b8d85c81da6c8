import { useState } from 'react';
import { createFormToken, type FormToken } from '@/lib/formToken';

/** The token of a form, from its opening to its success; what it sends, it sends through this. */
export const useFormToken = (): FormToken => useState(createFormToken)[0];
