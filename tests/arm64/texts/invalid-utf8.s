br x30 // ÿ
