/** Numbers out of a spreadsheet's column, a letter or a chat: lines, blanks, commas and semicolons part them. */
export const numbersIn = (text: string): string[] => [...new Set(text.split(/[\s,，、;；]+/).filter(Boolean))];
