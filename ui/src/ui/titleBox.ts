/** The box in the head of an antd table with boxes; by itself it is called «Select all». */
export const titleBox = () => ({ 'aria-label': '选择本页全部' }) as object;
