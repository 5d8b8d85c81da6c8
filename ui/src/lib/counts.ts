/** «35,659». */
export const countText = (count: number): string => count.toLocaleString('zh-CN');
